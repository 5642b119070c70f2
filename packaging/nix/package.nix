# Clens for Nix: nix-build -E 'with import <nixpkgs> { }; callPackage ./packaging/nix/package.nix { }'
{
  lib,
  stdenv,
  fetchurl,
  arpack,
  gnumake,
  gnuplot,
  gsl,
  libcsv,
  libstemmer,
  makeWrapper,
  metis,
  openblas,
  suitesparse,
  zlib,
}:

stdenv.mkDerivation rec {
  pname = "clens";
  version = "0.1.0";

  src = fetchurl {
    url = "https://example.org/clens-${version}.tar.gz";
    hash = lib.fakeHash;
  };

  nativeBuildInputs = [ makeWrapper ];

  buildInputs = [
    arpack
    gsl
    libcsv
    libstemmer
    metis
    openblas
    suitesparse
    zlib
  ];

  enableParallelBuilding = true;

  # A short test of every tool. The whole suite needs Bats and takes long.
  doCheck = true;
  checkPhase = ''
    runHook preCheck
    sh packaging/smoke.sh bin data
    runHook postCheck
  '';

  # ce-plot calls gnuplot, and ce-batch --run calls make
  postInstall = ''
    wrapProgram $out/bin/ce-plot --prefix PATH : ${lib.makeBinPath [ gnuplot ]}
    wrapProgram $out/bin/ce-batch --suffix PATH : ${lib.makeBinPath [ gnumake ]}
  '';

  meta = {
    description = "Consensus clustering (cluster ensembles) with small Unix filters";
    homepage = "https://example.org/clens";
    license = with lib.licenses; [
      gpl3Plus
      cc-by-40 # the bundled data sets
    ];
    platforms = lib.platforms.linux;
    mainProgram = "ce-consensus";
  };
}
