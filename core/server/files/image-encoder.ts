import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { countText } from '#core/server/texts.ts'
import type { Clock } from '../clock.ts'
import { AppError, invalidField } from '../errors.ts'
import { shortQueue } from '../short-queue.ts'
import type { EncodedImage, EncodingAnswer, EncodingTask } from './image-process.ts'

interface EncoderOptions {
  log: FastifyBaseLogger
  clock: Clock
  /** Milliseconds for one picture, the start of the process included. */
  timeLimit?: number
  /** Bytes that the process may have in memory. A picture of 16 megapixels takes 400 MB as AVIF, 150 in other formats; a JPEG of 48 at most 416. */
  memoryLimit?: number
}

const TIME_LIMIT_MS = 20_000
const MEMORY_LIMIT_BYTES = 640 * 1024 ** 2

/** Bytes that Node reserves but does not use; the operating system counts them. */
const RESERVED_BYTES = 640 * 1024 ** 2

/** Milliseconds after which a process without work ends; it keeps some 90 MB, and starts in a fifth of a second. */
const IDLE_TIMEOUT_MS = 30_000

/** Maximum pictures per person and minute, including refused ones. */
const MAX_PER_MINUTE = 20
const MINUTE_MS = 60_000

const TOO_EXPENSIVE_TEXT =
  'This picture takes too long or too much memory to read. Save it smaller or in another format.'

const program = fileURLToPath(new URL('image-process.ts', import.meta.url))

/** Encodes pictures in a process of its own, one at a time on each node, with a short queue. */
export class ImageEncoder {
  readonly #log: FastifyBaseLogger
  readonly #clock: Clock
  readonly #timeLimit: number
  readonly #memoryLimit: number
  readonly #queue = shortQueue({
    concurrency: 1,
    waiting: 5,
    refusal: 'Many pictures are being uploaded right now. Please try again in a minute.',
  })
  readonly #counts = new Map<string, { since: number; pictures: number }>()
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #isBusy = false

  constructor({ log, clock, timeLimit = TIME_LIMIT_MS, memoryLimit = MEMORY_LIMIT_BYTES }: EncoderOptions) {
    this.#log = log
    this.#clock = clock
    this.#timeLimit = timeLimit
    this.#memoryLimit = memoryLimit
  }

  /** The process, while there is one, and whether it is at work. */
  get process(): { pid: number | undefined; isBusy: boolean } | undefined {
    return this.#child && { pid: this.#child.pid, isBusy: this.#isBusy }
  }

  /**
   * @param personId the user whose rate limit it counts toward
   * @throws invalid 400 at `image`, too-many-requests 429, busy 503
   */
  encode(bytes: Buffer, personId: string): Promise<EncodedImage> {
    this.#count(personId)
    return this.#queue(() => this.#run({ bytes }))
  }

  /**
   * Encodes one of the pictures of a file, one after the other: the caller that reads the file limits their number.
   * @throws invalid 400 at `image`, busy 503
   */
  encodeOfFile(bytes: Buffer): Promise<EncodedImage> {
    return this.#queue(() => this.#run({ bytes }))
  }

  /**
   * Makes a thumbnail of a picture encoded here, at most this wide in pixels. No rate limit applies.
   * @throws invalid 400 at `image`, busy 503
   */
  thumbnail(bytes: Buffer, width: number): Promise<EncodedImage> {
    return this.#queue(() => this.#run({ bytes, width }))
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  #count(personId: string): void {
    const now = this.#clock.now().getTime()
    for (const [id, { since }] of this.#counts) if (now - since >= MINUTE_MS) this.#counts.delete(id)
    const count = this.#counts.get(personId) ?? { since: now, pictures: 0 }
    if (count.pictures >= MAX_PER_MINUTE) {
      const seconds = Math.ceil((count.since + MINUTE_MS - now) / 1000)
      const message = `You have sent ${MAX_PER_MINUTE} pictures within a minute. Please try again in ${countText(seconds, 'second')}.`
      throw new AppError('too-many-requests', 429, message, { retryAfter: seconds })
    }
    count.pictures++
    this.#counts.set(personId, count)
  }

  async #run(task: EncodingTask): Promise<EncodedImage> {
    clearTimeout(this.#idle)
    const child = (this.#child ??= this.#start())
    this.#isBusy = true
    keepAlive(child, true)
    try {
      const answer = await answerOf(child, task, this.#timeLimit)
      if ('refusal' in answer) throw invalidField('image', answer.refusal)
      return answer
    } finally {
      this.#isBusy = false
      keepAlive(child, false)
      this.#idle = setTimeout(() => this.close(), IDLE_TIMEOUT_MS).unref()
    }
  }

  #start(): ChildProcess {
    const child = startProcess(this.#memoryLimit)
    const ended = (why: object) => {
      if (this.#child !== child) return
      this.#child = undefined
      this.#log.warn(why, 'the process for pictures has ended')
    }
    child.once('exit', (code, signal) => ended({ code, signal }))
    child.once('error', (error) => ended({ err: error }))
    return child
  }
}

/** A process without work must not keep the node from ending. */
function keepAlive(child: ChildProcess, isKept: boolean): void {
  if (isKept) child.ref()
  else child.unref()
  if (isKept) child.channel?.ref()
  else child.channel?.unref()
}

/**
 * Runs with the lowest priority, without the secrets of the environment, and with a memory limit of the operating
 * system where it has one.
 */
function startProcess(memoryLimit: number): ChildProcess {
  const kilobytes = (MEMORY_LIMIT_BYTES + RESERVED_BYTES) / 1024
  const node = [process.execPath, '--max-old-space-size=64']
  const [execPath = '', ...execArgv] =
    process.platform === 'win32'
      ? node
      : ['/bin/sh', '-c', `ulimit -d ${kilobytes} 2>/dev/null; exec nice -n 10 "$0" "$@"`, ...node]
  return fork(program, [String(memoryLimit)], {
    execPath,
    execArgv,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

function answerOf(child: ChildProcess, task: EncodingTask, timeLimit: number): Promise<EncodingAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), timeLimit)
    const end = () => {
      clearTimeout(timer)
      child.off('message', answered).off('exit', ended).off('error', failed)
    }
    const answered = (answer: EncodingAnswer) => {
      end()
      resolve(answer)
    }
    const ended = () => {
      end()
      reject(invalidField('image', TOO_EXPENSIVE_TEXT))
    }
    const failed = (error: Error) => {
      end()
      reject(error)
    }
    child.once('message', answered).once('exit', ended).once('error', failed)
    // The exit handler of a process that has already ended reports that.
    child.send(task, () => undefined)
  })
}
