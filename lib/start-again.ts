/**
 * A script in the page of a screen, which draws nothing if another of its scripts could not be loaded, and has no layout
 * without its style: a device that has just been switched on may lose its network for a moment. Somebody with a keyboard
 * would have to load the page again, so it does that itself, every 15 s after its files were loaded or failed, once the
 * server answers. What a screen draws is a grid.
 */
export const START_AGAIN =
  'addEventListener("load",()=>setInterval(()=>{let m=document.querySelector("main");m&&getComputedStyle(m).display=="grid"||fetch(location.href).then(({ok})=>ok&&location.reload(),()=>{})},15e3))';
