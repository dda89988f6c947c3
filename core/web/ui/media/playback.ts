/** `1:05`, `1:02:05`. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const pad = (number: number) => String(number).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  return hours > 0 ? `${String(hours)}:${pad(minutes)}:${pad(whole % 60)}` : `${String(minutes)}:${pad(whole % 60)}`
}

/** Explains why a video does not play. Browsers do not distinguish an unknown format from a failed download. */
export async function failureOf(failure: MediaError | null, url: string): Promise<string> {
  if (failure?.code === MediaError.MEDIA_ERR_DECODE) return 'The file is damaged. Download it to try another program.'
  const answer = await fetch(url, { headers: { range: 'bytes=0-0' } }).catch(() => undefined)
  if (!answer) return 'The server cannot be reached. Check your connection and try again.'
  await answer.body?.cancel()
  if (!answer.ok) return 'It no longer exists, or you do not have access to it.'
  if (failure?.code === MediaError.MEDIA_ERR_NETWORK)
    return 'The connection was lost. Try again to go on where it stopped.'
  return 'This browser does not know its format. Download it to play it in another program.'
}
