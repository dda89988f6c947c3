import { broken, type Finding } from '#core/server/finding.ts'
import { sentenceOf } from '../failure.ts'

/** Milliseconds after which a check counts as unanswered. */
const TIMEOUT_MS = 15_000

/** Runs checks one by one, each of which comes to an end: a failure and a silence are findings too. */
export class Probes {
  readonly #patience: number
  /** Called when a check timed out, which may keep the process alive. */
  abandoned = false

  /** @param patience milliseconds for each check */
  constructor(patience = TIMEOUT_MS) {
    this.#patience = patience
  }

  /** @param check the name of the finding where there is no other */
  async run(check: string, work: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<readonly Finding[]>((resolve) => {
      timer = setTimeout(() => {
        this.abandoned = true
        resolve([
          broken(check, `No answer within ${this.#patience / 1000} seconds; see whether what it needs is reachable`),
        ])
      }, this.#patience)
    })
    try {
      return await Promise.race([work(), silence])
    } catch (error) {
      return [broken(check, sentenceOf(error))]
    } finally {
      clearTimeout(timer)
    }
  }
}
