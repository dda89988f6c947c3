/** Milliseconds after which an answer that no page has asked for is too old. */
const MAX_AGE_MS = 10_000

const answers = new Map<string, Promise<Response>>()

/**
 * Takes over the answers that the document lets the browser ask for. From here on they are this module's, and each is
 * given once and not for long: what stayed with the browser could be given to the next user.
 */
export function takeOverPreloads(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=fetch]')) {
    const url = link.getAttribute('href') ?? ''
    const answer = fetch(url, { credentials: 'include' })
    // The call that takes it handles its failure.
    answer.catch(() => undefined)
    answers.set(url, answer)
    link.remove()
  }
  setTimeout(forgetEarlyReads, MAX_AGE_MS)
}

/** Takes the answer to this address, if it was asked for with the document; the next call asks the server. */
export function takeEarlyRead(url: string): Promise<Response> | undefined {
  const answer = answers.get(url)
  answers.delete(url)
  return answer
}

/** Another user signs in, or this one out. */
export function forgetEarlyReads(): void {
  answers.clear()
}
