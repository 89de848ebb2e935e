#!/bin/sh
echo "interim $*" >> $HOME/scripts
