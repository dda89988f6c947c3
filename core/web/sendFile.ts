export interface FileRequest {
  method: string
  body: FormData
  headers: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
  /** @param share 0 to 1 of the body that has been sent */
  onProgress: (share: number) => void
}

/**
 * Sends a file like `fetch`, and reports how much has been sent, which `fetch` cannot.
 * @throws TypeError when no response comes, and the signal's reason when it is aborted
 */
export function sendFile(
  url: string,
  { method, body: form, headers, signal, onProgress }: FileRequest,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const end = (settle: () => void) => () => {
      signal?.removeEventListener('abort', abort)
      settle()
    }
    request.open(method, url)
    request.withCredentials = true
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'blob'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    const answer = () => {
      const { status, statusText } = request
      // These must not have a body, not even an empty one.
      const body = status === 204 || status === 304 ? null : (request.response as Blob)
      resolve(new Response(body, { status, statusText }))
    }
    request.addEventListener('load', end(answer))
    request.addEventListener(
      'error',
      end(() => reject(new TypeError('No answer'))),
    )
    request.addEventListener(
      'abort',
      end(() => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))),
    )
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) reject(signal.reason)
    else request.send(form)
  })
}
