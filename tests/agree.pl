#!/usr/bin/perl
# agree.pl REPORT.json FOLDER: takes the values back out of each chart of bars, from the SVG by its ticks and from
# the PNG's pixels by the SVG's colours, and compares them with the medians of the report. Prints what differs and
# how many bars were compared.
use strict;
use warnings;
use Compress::Zlib;
use JSON::PP;

my ($json, $folder) = @ARGV;

sub slurp { open my $f, '<:raw', $_[0] or die "$_[0]: $!\n"; local $/; return <$f> }

# The rows of a PNG with a palette or RGB, 8 bits, no filter: each pixel as "rrggbb".
sub pixels {
	my $png = slurp($_[0]);
	my ($at, %chunks) = (8);
	while ($at < length $png) {
		my ($size, $name) = unpack 'Na4', substr $png, $at, 8;
		$chunks{$name} .= substr $png, $at + 8, $size;
		$at += 12 + $size;
	}
	my ($width, $height, $depth, $type) = unpack 'NNCC', $chunks{IHDR};
	die "$_[0]: depth $depth\n" if $depth != 8;
	my @palette = map { sprintf '%02x%02x%02x', unpack 'C3', substr $chunks{PLTE} // '', 3 * $_, 3 }
		0 .. length($chunks{PLTE} // '') / 3 - 1;
	my $bytes = $type == 3 ? 1 : 3;
	my $data = uncompress($chunks{IDAT});
	my @rows;
	for my $y (0 .. $height - 1) {
		my ($filter, @row) = unpack 'C*', substr $data, $y * (1 + $width * $bytes), 1 + $width * $bytes;
		die "$_[0]: filter $filter\n" if $filter;
		push @rows, $type == 3 ? [map { $palette[$_] } @row] :
			[map { sprintf '%02x%02x%02x', @row[3 * $_ .. 3 * $_ + 2] } 0 .. $width - 1];
	}
	return \@rows;
}

sub number {
	my %units = (k => 1e3, M => 1e6, G => 1e9, T => 1e12, P => 1e15, E => 1e18);
	return $_[0] =~ /^(-?[\d.]+(?:e[+-]?\d+)?)([kMGTPE]?)$/ ? $1 * ($units{$2} // 1) : undef;
}

my $report = decode_json(slurp($json));
my ($compared, $wrong) = (0, 0);
my %names;
for my $test (@{ $report->{tests} }) {
	(my $name = lc "$test->{title} " . ($test->{description} =~ s/^Test: //r)) =~ s/[^a-z0-9.]+/-/g;
	$name =~ s/\.(?!\d)|(?<!\d)\./-/g;
	$name =~ s/-+/-/g;
	$name = substr $name, 0, 80;
	$name =~ s/-$//;
	$name .= '-' . $names{$name} if ++$names{$name} > 1;
	my $svg = slurp("$folder/charts/$name.svg");
	my %colours = map { /\.(s\d)\{fill:#([0-9a-f]{6})\}/ ? ($1, $2) : () } $svg =~ /(\.s\d\{fill:#[0-9a-f]{6}\})(?=.*\@media)/g;
	# ticks: an upright line and the number below it
	my @ticks = $svg =~ m{<path class="k[ag]" d="M([\d.]+) [\d.]+v[\d.]+"/><text class="m f7 c" x="[\d.]+" y="[\d.]+">([^<]*)<}g;
	my ($x0, $v0, $x1, $v1) = ($ticks[0], number($ticks[1]), $ticks[-2], number($ticks[-1]));
	my $rows = -e "$folder/charts/$name.png" ? pixels("$folder/charts/$name.png") : undef;
	my @groups = $svg =~ m{(<g><title>.*?</g>)}g;
	for my $i (0 .. $#groups) {
		my $bar = $test->{bars}[$i];
		my ($class, $x, $y, $w) = $groups[$i] =~ m{<rect class="(s\d)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"};
		if (!defined $bar->{median}) {
			++$wrong, print "$name, $bar->{system}: a bar without a value\n" if defined $class;
			next;
		}
		next if $groups[$i] =~ /class="kb"/; # broken: drawn too short, and says so
		++$compared;
		++$wrong, print "$name, $bar->{system}: no bar\n" and next if !defined $class;
		my $zero = $x0 - $v0 * ($x1 - $x0) / ($v1 - $v0);
		my $end = $bar->{median} < 0 ? $x : $x + $w;
		my $value = $v0 + ($end - $x0) / ($x1 - $x0) * ($v1 - $v0);
		my $pixel = abs($v1 - $v0) / ($x1 - $x0);
		++$wrong, print "$name, $bar->{system}: $value in the SVG, $bar->{median} in the report\n"
			if abs($value - $bar->{median}) > $pixel * 0.2;
		next if !$rows;
		my $row = $rows->[int($y) + 2];
		my $run = grep { $_ eq $colours{$class} } @$row;
		++$wrong, print "$name, $bar->{system}: $run pixels in the PNG, $w in the SVG\n" if abs($run - $w) > 1.01;
	}
}
print "$compared bars compared, $wrong wrong\n";
