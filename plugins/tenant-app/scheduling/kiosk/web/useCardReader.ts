import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CARD_PREFIX } from '../../../care/pickup-codes/contract.ts'

/** Milliseconds between two pictures that are searched for a code. */
const READ_INTERVAL_MS = 250
/** Width, in pixels, of the pictures that are searched. */
const READ_WIDTH_PX = 640

type Read = (canvas: HTMLCanvasElement) => Promise<string | undefined>

interface NativeDetector {
  detect: (source: HTMLCanvasElement) => Promise<{ rawValue: string }[]>
}
type NativeDetectorClass = new (options: { formats: string[] }) => NativeDetector

/** Reads with the browser's own detector where it has one, else with a decoder that is loaded then. */
async function openReader(): Promise<Read> {
  const { BarcodeDetector } = window as unknown as { BarcodeDetector?: NativeDetectorClass }
  if (BarcodeDetector) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    return async (canvas) => (await detector.detect(canvas))[0]?.rawValue
  }
  const { decodeQR } = await import('qr/decode.js')
  return async (canvas) => {
    const picture = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
    try {
      return picture && decodeQR(picture)
    } catch {
      // No code is in the picture.
      return undefined
    }
  }
}

/** Reads cards with the camera while the video is shown. */
export function useCardReader(onCard: (code: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const tell = useEffectEvent(onCard)
  useEffect(() => {
    const canvas = document.createElement('canvas')
    let stream: MediaStream | undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const readNext = (read: Read) => {
      timer = setTimeout(() => void lookAgain(read), READ_INTERVAL_MS)
    }
    const lookAgain = async (read: Read) => {
      if (!(await look(read)) && !isOver) readNext(read)
    }
    const look = async (read: Read): Promise<boolean> => {
      const shown = video.current
      if (!shown || shown.videoWidth === 0) return false
      canvas.width = READ_WIDTH_PX
      canvas.height = Math.round((shown.videoHeight / shown.videoWidth) * READ_WIDTH_PX)
      canvas.getContext('2d', { willReadFrequently: true })?.drawImage(shown, 0, 0, canvas.width, canvas.height)
      const code = await read(canvas).catch(() => undefined)
      if (isOver || !code?.startsWith(CARD_PREFIX)) return false
      tell(code)
      return true
    }
    const open = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' } })
      const read = await openReader()
      if (isOver || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      readNext(read)
    }
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    open().catch(() => setFailed(true))
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [])
  return { video, hasFailed }
}
