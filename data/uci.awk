# uci.awk: brings files of the UCI archive into the form of clens-formats(5): a header line, commas, the class last,
# missing cells empty, numbers without needless zeros.
#   awk -v set=NAME -f uci.awk FILE...

# A number as short as it can be said: 140.0 is 140, 0.03760 is 0.0376, 1.5E-8 is 1.5e-08; text stays.
function tidy(cell) {
  gsub(/^[ \t]+|[ \t\r]+$/, "", cell)
  if (cell ~ /^-?[0-9]+\.[0-9]*$/) { sub(/0+$/, "", cell); sub(/\.$/, "", cell); if (cell == "-0") cell = "0" }
  else if (cell ~ /^-?[0-9.]+[eE]-[0-9]$/) sub(/[eE]-/, "e-0", cell)
  return cell
}

# Cells first .. last, then the class.
function row(first, last, class_,    c, line) {
  for (c = first; c <= last; c++) line = line tidy($c) ","
  print line class_
}

# NAME1 .. NAMEn and class, as a header line.
function numbered(name, n,    c, line) {
  for (c = 1; c <= n; c++) line = line name c ","
  print line "class"
}

BEGIN {
  FS = set == "satimage" ? " +" : set == "arcene200" || set == "yeast_uci" ? " " : ","
  if (set == "breast_cancer_wisconsin")
    print "clump_thickness,cell_size_uniformity,cell_shape_uniformity,marginal_adhesion,epithelial_cell_size,bare_nuclei,bland_chromatin,normal_nucleoli,mitoses,class"
  else if (set == "letter")
    print "x-box,y-box,width,high,onpix,x-bar,y-bar,x2bar,y2bar,xybar,x2ybr,xy2br,x-ege,xegvy,y-ege,yegvx,class"
  else if (set == "segment")
    print "region-centroid-col,region-centroid-row,region-pixel-count,short-line-density-5,short-line-density-2,vedge-mean,vedge-sd,hedge-mean,hedge-sd,intensity-mean,rawred-mean,rawblue-mean,rawgreen-mean,exred-mean,exblue-mean,exgreen-mean,value-mean,saturation-mean,hue-mean,class"
  else if (set == "kdd99_10percent")
    print "duration,protocol_type,service,flag,src_bytes,dst_bytes,land,wrong_fragment,urgent,hot,num_failed_logins,logged_in,num_compromised,root_shell,su_attempted,num_root,num_file_creations,num_shells,num_access_files,num_outbound_cmds,is_host_login,is_guest_login,count,srv_count,serror_rate,srv_serror_rate,rerror_rate,srv_rerror_rate,same_srv_rate,diff_srv_rate,srv_diff_host_rate,dst_host_count,dst_host_srv_count,dst_host_same_srv_rate,dst_host_diff_srv_rate,dst_host_same_src_port_rate,dst_host_srv_diff_host_rate,dst_host_serror_rate,dst_host_srv_serror_rate,dst_host_rerror_rate,dst_host_srv_rerror_rate,class"
  else if (set == "soybean_small")
    print "date,plant-stand,precip,temp,hail,crop-hist,area-damaged,severity,seed-tmt,germination,plant-growth,leaves,leafspots-halo,leafspots-marg,leafspot-size,leaf-shread,leaf-malf,leaf-mild,stem,lodging,stem-cankers,canker-lesion,fruiting-bodies,external-decay,mycelium,int-discolor,sclerotia,fruit-pods,fruit-spots,seed,mold-growth,seed-discolor,seed-size,shriveling,roots,class"
  else if (set == "house_votes_84")
    print "handicapped-infants,water-project-cost-sharing,adoption-of-the-budget-resolution,physician-fee-freeze,el-salvador-aid,religious-groups-in-schools,anti-satellite-test-ban,aid-to-nicaraguan-contras,mx-missile,immigration,synfuels-corporation-cutback,education-spending,superfund-right-to-sue,crime,duty-free-exports,export-administration-act-south-africa,class"
  else if (set == "mushroom")
    print "cap-shape,cap-surface,cap-color,bruises,odor,gill-attachment,gill-spacing,gill-size,gill-color,stalk-shape,stalk-root,stalk-surface-above-ring,stalk-surface-below-ring,stalk-color-above-ring,stalk-color-below-ring,veil-type,veil-color,ring-number,ring-type,spore-print-color,population,habitat,class"
  else if (set == "balance_scale") print "left_weight,left_distance,right_weight,right_distance,class"
  else if (set == "breast_cancer_ljubljana") print "age,menopause,tumor_size,inv_nodes,node_caps,deg_malig,breast,breast_quad,irradiat,class"
  else if (set == "bupa") print "mcv,alkphos,sgpt,sgot,gammagt,drinks,class"
  else if (set == "glass") print "RI,Na,Mg,Al,Si,K,Ca,Ba,Fe,class"
  else if (set == "yeast_uci") print "mcg,gvh,alm,mit,erl,pox,vac,nuc,class"
  else if (set == "arcene200") numbered("f", 10000)
  else if (set == "cnae9") numbered("f", 856)
  else if (set == "sonar") numbered("f", 60)
  else if (set == "ionosphere") numbered("f", 34)
  else if (set == "optdigits") numbered("f", 64)
  else if (set == "pendigits") numbered("f", 16)
  else if (set == "satimage") numbered("x", 36)
  else { print "uci.awk: no set " set | "cat 1>&2"; exit 1 }
}

{ gsub(/^[ \t]+|[ \t\r]+$/, "") }
/^[ \t]*$/ { next }

# a sample number first, which is no feature; ? is missing
set == "breast_cancer_wisconsin" { for (c = 2; c <= 10; c++) if ($c == "?") $c = ""; row(2, 10, tidy($11)); next }
# the class first
set == "letter" { row(2, 17, $1); next }
set == "balance_scale" || set == "cnae9" { row(2, NF, $1); next }
set == "house_votes_84" || set == "mushroom" || set == "breast_cancer_ljubljana" { for (c = 2; c <= NF; c++) if ($c == "?") $c = ""; row(2, NF, $1); next }
# the class first, below some lines of header
set == "segment" { if (/^[A-Z]+,-?[0-9]/) row(2, 20, $1); next }
# a name or a number first, which is no feature
set == "glass" || set == "yeast_uci" { row(2, NF - 1, $NF); next }
# objects in one file, their classes in the next
set == "arcene200" && NF > 1 { object[++objects] = $0; next }
set == "arcene200" { class_ = $1; $0 = object[++labelled]; delete object[labelled]; row(1, NF, class_); next }
# the class ends in a point
set == "kdd99_10percent" { sub(/\.$/, "", $42); row(1, 41, $42); next }
{ row(1, NF - 1, tidy($NF)) }
