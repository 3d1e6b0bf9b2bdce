/**
 * A script in the page of a screen that loads the page again, every 15 s while the server answers, until `main` is a grid,
 * which it is on every screen. Without one of its scripts a page draws nothing, and without its style it has no layout: a
 * device that has just been switched on may lose its network for a moment, and has no keyboard to load the page again.
 */
export const START_AGAIN =
  'addEventListener("load",()=>setInterval(()=>{let m=document.querySelector("main");m&&getComputedStyle(m).display=="grid"||fetch(location.href).then(({ok})=>ok&&location.reload(),()=>{})},15e3))';
