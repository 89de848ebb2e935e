#!/bin/sh
echo "post $*" >> $HOME/scripts; cat $HOME/scripts
