import type { Worker } from 'node:worker_threads'
import { shortQueue } from '../short-queue.ts'
import { askThread, startThread } from '../threads.ts'

/** A kind of PDF, by the module that draws it: `DrawPdf<Input>`, exported as `draw`. */
export interface PdfKind<Input> {
  drawing: string
  /** Type only: the input of the drawing. */
  input?: Input
}

/** Declares a kind of PDF. @param drawing `new URL('draw-invoice.ts', import.meta.url)` */
export function definePdf<Input>(drawing: URL): PdfKind<Input> {
  return { drawing: drawing.href }
}

/** One PDF, as the thread gets it. */
export interface PdfTask {
  /** Address of the module that draws it. */
  drawing: string
  input: unknown
}

export type PdfAnswer = { bytes: Uint8Array } | { failure: Error }

interface ThreadOptions {
  /** Milliseconds for one PDF, the start of the thread and the fonts that it needs included. */
  timeLimit?: number
  /** Milliseconds after which a thread without work ends, with its fonts. */
  idleLimit?: number
  /** PDFs that wait while one is drawn. */
  waiting?: number
  /** Megabytes of objects. Bytes of fonts are not in it. */
  heapLimit?: number
}

const TIME_LIMIT_MS = 120_000
const IDLE_LIMIT_MS = 60_000
const MAX_WAITING = 40
const HEAP_LIMIT_MB = 256

const TOO_SLOW = 'This PDF takes too long right now. Please try again in a minute.'

/** Letters that the first font has, all of them: for texts of these no thread is started. */
const SURELY_PRINTABLE = /^[\u0020-\u007e\u00a0-\u017f]*$/

const unprintable = definePdf<readonly string[]>(new URL('find-unprintable.ts', import.meta.url))

const program = new URL('pdf-worker.ts', import.meta.url)

/** A thread that draws PDFs one at a time. It starts with the first of them and ends when none has come for a while. */
export class PdfThread {
  readonly #timeLimit: number
  readonly #idleLimit: number
  readonly #heapLimit: number
  readonly #queue
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  readonly #users = new Set<object>()

  constructor({
    timeLimit = TIME_LIMIT_MS,
    idleLimit = IDLE_LIMIT_MS,
    waiting = MAX_WAITING,
    heapLimit = HEAP_LIMIT_MB,
  }: ThreadOptions = {}) {
    this.#timeLimit = timeLimit
    this.#idleLimit = idleLimit
    this.#heapLimit = heapLimit
    this.#queue = shortQueue({
      concurrency: 1,
      waiting,
      refusal: 'Many PDFs are being made right now. Please try again in a minute.',
    })
  }

  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  /**
   * @param user the platform that uses it and releases it later
   * @throws busy 503 when too many wait already or it takes too long; errors of the drawing
   */
  draw(task: PdfTask, user: object): Promise<Buffer> {
    this.#users.add(user)
    return this.#queue(() => this.#run(task))
  }

  /** Ends the thread when no other platform uses it. */
  async release(user: object): Promise<void> {
    if (this.#users.delete(user) && this.#users.size === 0) await this.#stop()
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  async #run(task: PdfTask): Promise<Buffer> {
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    const limit = setTimeout(() => void this.#stop(), this.#timeLimit)
    try {
      const answer = await askThread<PdfAnswer>(worker, task, TOO_SLOW)
      if ('failure' in answer) throw answer.failure
      return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength)
    } finally {
      clearTimeout(limit)
      // A thread without work must not keep the process from ending.
      worker.unref()
      this.#idle = setTimeout(() => void this.#stop(), this.#idleLimit).unref()
    }
  }

  #start(): Worker {
    const worker = startThread(program, { heapLimit: this.#heapLimit })
    const ended = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    worker.on('error', ended).on('exit', ended)
    return worker
  }
}

/** The thread of this process: platforms of tests lie side by side in one, and each thread parses fonts for itself. */
const sharedThread = new PdfThread()

/** Makes a platform's PDFs, away from the thread that answers requests. */
export class PdfMaker {
  readonly #thread: PdfThread

  constructor(thread: PdfThread = sharedThread) {
    this.#thread = thread
  }

  /**
   * @param input what can be sent to another thread: no functions, and of objects their data alone
   * @throws busy 503 when many PDFs are wanted at once or this one takes too long
   */
  make<Input>({ drawing }: PdfKind<Input>, input: Input): Promise<Buffer> {
    return this.#thread.draw({ drawing, input }, this)
  }

  /**
   * Finds letters that PDFs print as `?`, since no font has them: of each text its own, empty where all are printed.
   * @throws busy 503
   */
  async findUnprintable(texts: readonly string[]): Promise<string[]> {
    if (texts.every((text) => SURELY_PRINTABLE.test(text))) return texts.map(() => '')
    return JSON.parse((await this.make(unprintable, texts)).toString()) as string[]
  }

  /** Ends the thread, unless another platform of this process makes PDFs. */
  close(): Promise<void> {
    return this.#thread.release(this)
  }
}
