# Homebrew formula: `brew install --build-from-source ./clens.rb`.
class Clens < Formula
  desc "Consensus clustering (cluster ensembles) with small Unix filters"
  homepage "https://example.org/clens"
  url "https://example.org/clens-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license all_of: ["GPL-3.0-or-later", "CC-BY-4.0"]

  depends_on "arpack"
  depends_on "gnuplot"
  depends_on "gsl"
  depends_on "libcsv"
  # the shared library is linked by options of GNU ld
  depends_on :linux
  depends_on "metis"
  depends_on "openblas"
  depends_on "snowball"
  depends_on "suite-sparse"
  depends_on "zlib"

  def install
    system "./configure", "--prefix=#{prefix}"
    system "make"
    system "make", "install", "zshdir=#{zsh_completion}", "bashdir=#{bash_completion}",
           "fishdir=#{fish_completion}"
  end

  test do
    assert_match "NMI", shell_output("sh #{pkgshare}/demo.sh #{pkgshare}")
  end
end
