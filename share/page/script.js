/* Comfort only: everything stands in the page without it. */
(function(){
"use strict";
var $=function(s,e){return Array.prototype.slice.call((e||document).querySelectorAll(s))};
var tools=document.querySelector(".tools");
if(!tools)return;
var charts=$("svg.hib[data-bars]"),hidden={},state={sort:false,base:""};
/* the rows of a chart, with the place that each had at first */
charts.forEach(function(svg){
	svg.rows=$("g[data-s]",svg);
	svg.better=svg.getAttribute("data-bars");
	svg.rows.forEach(function(g){
		var mark=g.querySelector("rect");
		g.top=mark?parseFloat(mark.getAttribute("y")):0;
		g.value=g.getAttribute("data-v")===""?NaN:parseFloat(g.getAttribute("data-v"));
		g.note=g.querySelector("text.f6");
		g.said=g.note?g.note.textContent:"";
	});
});
function order(svg){
	var rows=svg.rows.slice();
	if(state.sort)rows.sort(function(a,b){
		if(isNaN(a.value)||isNaN(b.value))return isNaN(a.value)-isNaN(b.value);
		return svg.better==="lower"?a.value-b.value:b.value-a.value;
	});
	return rows;
}
function draw(){
	charts.forEach(function(svg){
		var base=NaN,places=svg.rows.map(function(g){return g.top}),next=0;
		svg.rows.forEach(function(g){if(g.getAttribute("data-s")===state.base)base=g.value});
		order(svg).forEach(function(g){
			var off=hidden[g.getAttribute("data-s")];
			g.style.display=off?"none":"";
			if(off)return;
			g.setAttribute("transform","translate(0 "+(places[next]-g.top)+")");
			next++;
			if(!g.note)return;
			g.note.textContent=state.base===""||!(base>0)||isNaN(g.value)?g.said:
				g.getAttribute("data-s")===state.base?"100 %":(100*g.value/base).toFixed(1)+" %";
		});
	});
}
document.getElementById("t-sort").addEventListener("change",function(){state.sort=this.checked;draw()});
document.getElementById("t-raw").addEventListener("change",function(){
	var on=this.checked;
	$("svg.hib").forEach(function(s){s.classList.toggle("noraw",!on)});
});
document.getElementById("t-base").addEventListener("change",function(){state.base=this.value;draw()});
$("input[data-hide]",tools).forEach(function(box){
	box.addEventListener("change",function(){hidden[box.getAttribute("data-hide")]=!box.checked;draw()});
});
/* copies of a chart */
var style=document.getElementById("chart-style").textContent;
function source(svg){
	var copy=svg.cloneNode(true),own=document.createElementNS("http://www.w3.org/2000/svg","style");
	own.textContent=style;
	copy.insertBefore(own,copy.firstChild);
	copy.setAttribute("xmlns","http://www.w3.org/2000/svg");
	return new XMLSerializer().serializeToString(copy);
}
function save(blob,name){
	var a=document.createElement("a");
	a.href=URL.createObjectURL(blob);
	a.download=name;
	a.click();
	setTimeout(function(){URL.revokeObjectURL(a.href)},1000);
}
function png(svg,name){
	var image=new Image(),box=svg.viewBox.baseVal;
	image.onload=function(){
		var canvas=document.createElement("canvas"),pen;
		canvas.width=box.width*2;canvas.height=box.height*2;
		pen=canvas.getContext("2d");
		pen.fillStyle=getComputedStyle(document.body).backgroundColor;
		pen.fillRect(0,0,canvas.width,canvas.height);
		pen.drawImage(image,0,0,canvas.width,canvas.height);
		canvas.toBlob(function(blob){save(blob,name+".png")});
	};
	image.src="data:image/svg+xml;charset=utf-8,"+encodeURIComponent(source(svg));
}
function words(svg){
	return $("title",svg).map(function(t){return t.textContent}).join("\n")+"\n";
}
$(".copy").forEach(function(bar){
	var svg=bar.parentNode.parentNode.querySelector("svg"),name=bar.getAttribute("data-name");
	bar.hidden=false;
	$("button",bar).forEach(function(b){
		b.addEventListener("click",function(){
			var kind=b.getAttribute("data-as");
			if(kind==="png")png(svg,name);
			else if(kind==="svg")save(new Blob([source(svg)],{type:"image/svg+xml"}),name+".svg");
			else save(new Blob([svg.getAttribute("aria-label")+"\n"+words(svg)],{type:"text/plain"}),name+".txt");
		});
	});
});
tools.hidden=false;
/* a printed page shows what is folded, too */
window.addEventListener("beforeprint",function(){$("details").forEach(function(d){d.wasOpen=d.open;d.open=true})});
window.addEventListener("afterprint",function(){$("details").forEach(function(d){d.open=d.wasOpen})});
})();
