#!/bin/sh
echo "pre $*" >> $HOME/scripts
