import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Headers } from './learners.ts'
import { RIGHT_OPTION } from './quiz-course.ts'

/** Milliseconds after which a browser takes an answer for lost. */
const ANSWER_TIMEOUT_MS = 20_000
/** Milliseconds until it asks again, and as many more at most, so that not all of them do at once. */
const RETRY_DELAY_MS = 500
/** Milliseconds after which the client stops retrying. */
const MAX_RETRY_MS = 120_000

interface Attempt {
  id: string
  items: { item: number; question: { options?: { id: string; text: string }[] } }[]
}

/** Nodes that takers ask, and what became of it. */
export class Nodes {
  /** Ports of the nodes that are asked in turns. */
  readonly ports: readonly number[]
  /** Share of answers that never arrive, from 0 to 1. */
  readonly lost: number
  /** Requests that were sent again. */
  again = 0
  /** Unexpected answers, by their message. */
  readonly refused = new Map<string, number>()
  readonly #agent = new Agent({ keepAlive: true })
  #chance = 9

  constructor(ports: readonly number[], lost = 0) {
    this.ports = ports
    this.lost = lost
  }

  /** Draws a pseudorandom number, the same at every run. */
  chance(): number {
    this.#chance = (Math.imul(this.#chance, 1_664_525) + 1_013_904_223) >>> 0
    return this.#chance / 2 ** 32
  }

  /** @returns status 0 where the answer is lost, on its way or by chance */
  ask(port: number, { method, path, headers, body }: Asked): Promise<{ status: number; text: string }> {
    const isLost = this.chance() < this.lost
    return new Promise((resolve) => {
      const lost = () => resolve({ status: 0, text: '' })
      const sent = request(
        {
          port,
          path,
          method,
          host: '127.0.0.1',
          agent: this.#agent,
          timeout: ANSWER_TIMEOUT_MS,
          headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', lost)
          answer.on('end', () =>
            isLost ? lost() : resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
          )
        },
      )
      sent.on('timeout', () => sent.destroy(new Error('No answer')))
      sent.on('error', lost)
      sent.end(body && JSON.stringify(body))
    })
  }

  refuse(why: string): void {
    this.refused.set(why, (this.refused.get(why) ?? 0) + 1)
  }

  close(): void {
    this.#agent.destroy()
  }
}

interface Asked {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers: Headers
  body?: object
}

/** A browser in which a learner takes a quiz. It retries unanswered calls like the screens do. */
export class Taker {
  readonly #nodes: Nodes
  readonly #headers: Headers
  #node: number
  #attempt: Attempt | undefined
  #sequence = 0
  /** The last sequence of each item that the server has said to be saved. */
  readonly saved = new Map<number, number>()

  /** @param place among all: which node is asked first */
  constructor(nodes: Nodes, headers: Headers, place: number) {
    this.#nodes = nodes
    this.#headers = headers
    this.#node = place
  }

  get attemptId(): string | undefined {
    return this.#attempt?.id
  }

  /** Presses Start. */
  async begin(lessonId: string): Promise<void> {
    const text = await this.#insist('POST', `/api/tenant/lessons/${lessonId}/attempts`)
    if (text !== undefined) this.#attempt = JSON.parse(text) as Attempt
  }

  /** Chooses the right option of a question. @param item from 1 */
  async answer(item: number): Promise<void> {
    if (!this.#attempt) return
    const asked = this.#attempt.items[item - 1]?.question.options ?? []
    const optionId = asked.find(({ text }) => text === RIGHT_OPTION)?.id
    const sequence = ++this.#sequence
    const text = await this.#insist('PUT', `/api/tenant/attempts/${this.#attempt.id}/answers/${item}`, {
      answer: { type: 'single', optionId },
      sequence,
      secondsAgo: 0,
    })
    if (text !== undefined) this.saved.set(item, Math.max(sequence, this.saved.get(item) ?? 0))
  }

  /** Opens the page of the quiz again. */
  async open(): Promise<void> {
    if (this.#attempt) await this.#insist('GET', `/api/tenant/attempts/${this.#attempt.id}`)
  }

  async finish(): Promise<void> {
    if (this.#attempt) await this.#insist('POST', `/api/tenant/attempts/${this.#attempt.id}/finish`)
  }

  /** @returns what was answered; undefined where it was refused, which is noted */
  async #insist(method: Asked['method'], path: string, body?: object): Promise<string | undefined> {
    const nodes = this.#nodes
    const until = performance.now() + MAX_RETRY_MS
    for (;;) {
      const port = nodes.ports[this.#node % nodes.ports.length] ?? 0
      const asked = { method, path, headers: this.#headers, ...(body ? { body } : {}) }
      const { status, text } = await nodes.ask(port, asked)
      if (status === 200) return text
      const mayCome = status === 0 || status === 503 || status === 429
      if (!mayCome || performance.now() > until) {
        nodes.refuse(`${method} ${path.replace(/[0-9a-f-]{36}/g, '…')} answered ${status} ${codeIn(text)}`)
        return undefined
      }
      nodes.again++
      if (status === 0) this.#node++
      await pause(RETRY_DELAY_MS + nodes.chance() * RETRY_DELAY_MS)
    }
  }
}

/** Finds the code of an error, the same for all of a kind. */
function codeIn(text: string): string {
  const [, code = ''] = /"code":"([^"]*)"/.exec(text) ?? []
  return code
}

/** Lets each of them begin at a moment of its own, evenly within so many milliseconds. @returns how long each took */
export async function spreadOver(
  milliseconds: number,
  takers: readonly Taker[],
  act: (taker: Taker) => Promise<void>,
): Promise<number[]> {
  const began = performance.now()
  return Promise.all(
    takers.map(async (taker, index) => {
      await pause(Math.max(0, began + (index * milliseconds) / takers.length - performance.now()))
      const at = performance.now()
      await act(taker)
      return performance.now() - at
    }),
  )
}
