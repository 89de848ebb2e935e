	.section .rodata
	.global page_style, page_script
page_style:
	.incbin "share/page/style.css"
	.byte 0
page_script:
	.incbin "share/page/script.js"
	.byte 0
	.section .note.GNU-stack,"",%progbits
