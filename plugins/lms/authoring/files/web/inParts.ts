import { sendInParts } from '#core/web/sendInParts.ts'

interface InParts {
  file: File
  /** File kind, as the server declares it. */
  kind: string
  ownerId: string | null
  userId: string
  signal: AbortSignal
  onProgress: (share: number) => void
}

/**
 * Uploads a file in parts, for a field that awaits it.
 * @returns its id  @throws Error with the server's message; the reason of the signal
 */
export function uploadInParts({ signal, ...sent }: InParts): Promise<string> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      void sending.then(({ cancel }) => cancel())
      reject(signal.reason as Error)
    }
    // A completed upload stays: leaving the field aborts only a running one.
    const end = () => signal.removeEventListener('abort', stop)
    const onDone = (id: string) => {
      end()
      resolve(id)
    }
    const onFailure = (message: string) => {
      end()
      reject(new Error(message))
    }
    const sending = sendInParts({ ...sent, onDone, onFailure })
    sending.catch(reject)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
