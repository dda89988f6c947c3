import {
  getDocument,
  GlobalWorkerOptions,
  InvalidPDFException,
  PasswordException,
  RenderingCancelledException,
  ResponseException,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
// The build for older browsers: a family's phone is not the newest.
// oxlint-disable-next-line import/default -- the build serves it as it is, and gives its address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import decoderUrl from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url'
import 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url'

/** Largest canvas, in pixels, of the device that allows the least, an iPhone. */
const MAX_PIXELS = 16_777_216

/** Points in PDF are 1/72 of an inch, pixels 1/96. */
const PIXELS_PER_POINT = 96 / 72

GlobalWorkerOptions.workerSrc = workerUrl

/** A document that is read page by page, as far as it is looked at. */
export interface PdfDocument {
  pages: number
  /** Pixels of a page at its natural size. @param page from 1 */
  sizeOf: (page: number) => Promise<{ width: number; height: number }>
  /**
   * Draws a page, and lays its words over it for selecting and for screen readers.
   * @param scale of its natural size  @returns whether there are words
   * @throws what `signal` was aborted with
   */
  draw: (page: number, into: HTMLElement, scale: number, signal: AbortSignal) => Promise<boolean>
  close: () => void
}

/** @throws Error with a sentence for people */
export async function openPdf(url: string): Promise<PdfDocument> {
  const loading = getDocument({
    url,
    // The content policy takes no WebAssembly; what images need instead lies beside the app.
    useWasm: false,
    useWorkerFetch: false,
    wasmUrl: new URL('./', new URL(decoderUrl, location.href)).href,
    // Loads only the viewed parts of a large document.
    disableAutoFetch: true,
    disableStream: true,
    verbosity: 0,
  })
  let pdf: PDFDocumentProxy
  try {
    pdf = await loading.promise
  } catch (error) {
    await loading.destroy()
    throw new Error(sentence(error), { cause: error })
  }
  return {
    pages: pdf.numPages,
    sizeOf: async (page) => {
      const { width, height } = (await pdf.getPage(page)).getViewport({ scale: PIXELS_PER_POINT })
      return { width, height }
    },
    draw: (page, into, scale, signal) => draw(pdf, page, into, scale, signal),
    close: () => void loading.destroy(),
  }
}

async function draw(
  pdf: PDFDocumentProxy,
  number: number,
  into: HTMLElement,
  scale: number,
  signal: AbortSignal,
): Promise<boolean> {
  const page = await pdf.getPage(number)
  signal.throwIfAborted()
  const viewport = page.getViewport({ scale: scale * PIXELS_PER_POINT })
  const ratio = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * ratio)
  canvas.height = Math.floor(viewport.height * ratio)
  const drawing = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] })
  const stop = () => drawing.cancel()
  signal.addEventListener('abort', stop)
  try {
    await drawing.promise
  } catch (error) {
    if (error instanceof RenderingCancelledException) signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
  const words = document.createElement('div')
  words.style.setProperty('--total-scale-factor', String(viewport.scale))
  const layer = new TextLayer({ textContentSource: await page.getTextContent(), container: words, viewport })
  await layer.render()
  signal.throwIfAborted()
  into.replaceChildren(canvas, words)
  return layer.textDivs.length > 0
}

function sentence(error: unknown): string {
  if (error instanceof PasswordException)
    return 'It is locked with a password. Download it to open it with the password.'
  if (error instanceof InvalidPDFException) return 'It is damaged, or no PDF. Download it to try another program.'
  if (error instanceof ResponseException && error.status > 0)
    return 'It no longer exists, or you do not have access to it.'
  return 'Check your connection and try again.'
}
