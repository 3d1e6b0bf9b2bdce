/** `4:05`, `1:02:07`: to the second, rounded as a person would. @param ms a duration in milliseconds */
export function lengthText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The same with a sign: `+4:18`, `−0:30`, `0:00`. */
export function signedText(ms: number): string {
  const text = lengthText(ms);
  if (Math.round(ms / 1000) === 0) return text;
  return ms > 0 ? `+${text}` : `−${text}`;
}
