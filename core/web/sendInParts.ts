import type { DetailedError } from 'tus-js-client'
import type { ErrorBody } from '#core/contract/errors.ts'
import { PLAN_UPGRADE_HEADER } from '#core/contract/limits.ts'
import { askForUpgrade } from './upgradeConsent.ts'

/** An upload under way. */
export interface Sending {
  /** Stops sending; what has come stays for a day. */
  pause: () => void
  resume: () => void
  /** Gives it up, here and on the server. */
  cancel: () => void
}

interface Sent {
  file: File
  /** Kind of file, as the server declares it. */
  kind: string
  /** Id of the thing that the file is to belong to. */
  ownerId: string | null
  /** Owner of the upload: a user cannot resume another user's file. */
  userId: string
  /** @param share 0 to 1 */
  onProgress: (share: number) => void
  onDone: (id: string) => void
  /** @param message for people */
  onFailure: (message: string) => void
}

/** Bytes of a request: proxies bound them, and many hold a request back until it is whole. */
const REQUEST_BYTES = 16 * 1024 ** 2

/** Milliseconds between tries while the connection is away. */
const RETRY_DELAYS_MS = [1000, 3000, 5000, 10_000, 20_000, 30_000]

/**
 * Sends a file of any size in parts (tus). The same file that was chosen before, and did not come whole, goes on where it
 * stopped, after a reload too.
 */
export async function sendInParts({ file, kind, ownerId, userId, ...told }: Sent): Promise<Sending> {
  const { Upload } = await import('tus-js-client')
  const upload = new Upload(file, {
    endpoint: '/api/uploads',
    metadata: {
      kind,
      filename: file.name,
      ...(ownerId !== null && { owner: ownerId }),
    },
    chunkSize: REQUEST_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    removeFingerprintOnSuccess: true,
    fingerprint: async () =>
      ['trellis', kind, userId, ownerId ?? 'none', file.name, file.size, file.lastModified].join(':'),
    onProgress: (sent, total) => told.onProgress(total > 0 ? sent / total : 0),
    onSuccess: () => told.onDone(upload.url?.split('/').at(-1) ?? ''),
    onError: (error) => void goOn(error),
  })
  const goOn = async (error: Error | DetailedError) => {
    const refusal = refusalOf(error)
    const plan = refusal && (await askForUpgrade(refusal))
    if (plan === undefined) {
      told.onFailure(
        refusal?.detail ?? 'The server cannot be reached. What has been sent stays for a day; try again to go on.',
      )
      return
    }
    upload.options.headers = { [PLAN_UPGRADE_HEADER]: plan }
    upload.start()
  }
  const begun = await upload.findPreviousUploads()
  if (begun[0]) upload.resumeFromPreviousUpload(begun[0])
  upload.start()
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    // The server deletes the upload after a day where this request fails.
    cancel: () => void upload.abort(true).catch(() => undefined),
  }
}

/** The server's answer to a part, where it was one of ours: a proxy in between answers with a page of its own. */
function refusalOf(error: Error | DetailedError): { code: string; detail: string; details: unknown } | undefined {
  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined
  try {
    const { code = '', message, details } = JSON.parse(body ?? '') as Partial<ErrorBody>
    return typeof message === 'string' ? { code, detail: message, details } : undefined
  } catch {
    return undefined
  }
}
