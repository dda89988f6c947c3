import { useEffect, useRef, useState } from 'react'
import { errorText } from '../feedback/errorText.ts'

export interface UploadOptions {
  /** Ends the upload; what it then throws is not shown. */
  signal: AbortSignal
  /** @param share 0 to 1 of the file that has been sent */
  onProgress: (share: number) => void
}

/** Sends a file and answers what the field holds then, as its address. What it throws is shown. */
export type Upload<Value> = (file: File, options: UploadOptions) => Promise<Value>

export interface RunningUpload {
  fileName: string
  /** 0 to 1 */
  share: number
}

/** One upload at a time: how far it is, what went wrong, and the way to end it. Leaving the page ends it too. */
export function useUpload<Value>(upload: Upload<Value>, onDone: (value: Value) => void) {
  const [running, setRunning] = useState<RunningUpload>()
  const [failure, setFailure] = useState<string>()
  // The name of the last file, for words about what became of it.
  const [sent, setSent] = useState<string>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const send = async (file: File) => {
    const own = new AbortController()
    controller.current = own
    setFailure(undefined)
    setSent(file.name)
    setRunning({ fileName: file.name, share: 0 })
    const onProgress = (share: number) => {
      if (!own.signal.aborted) setRunning({ fileName: file.name, share })
    }
    try {
      const value = await upload(file, { signal: own.signal, onProgress })
      if (!own.signal.aborted) onDone(value)
    } catch (thrown) {
      if (!own.signal.aborted) setFailure(errorText(thrown))
    } finally {
      if (controller.current === own) setRunning(undefined)
    }
  }
  const cancel = () => {
    controller.current?.abort()
    setRunning(undefined)
  }
  return { running, failure, sent, send, cancel }
}
