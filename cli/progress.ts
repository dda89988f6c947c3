import { Presets, SingleBar } from 'cli-progress'
import { printableLine } from '#core/server/printable.ts'

/** Rows between two lines where there is no terminal. */
const ROWS_PER_LINE = 100_000

export interface Progress {
  /** `total` is undefined for a step of unknown length. */
  report: (step: string, done: number, total: number | undefined) => void
  end: () => void
}

/** Shows progress on standard error: a bar at a terminal, a line now and then elsewhere. */
export function showProgress(): Progress {
  const { report, end } = process.stderr.isTTY ? bar() : lines()
  return { report: (step, done, total) => report(printableLine(step), done, total), end }
}

function bar(): Progress {
  const shown = new SingleBar(
    { format: '{bar} {percentage}% | {value} of {total} | {step}', hideCursor: true, stream: process.stderr },
    Presets.shades_classic,
  )
  let current = ''
  const end = () => shown.stop()
  return {
    report: (step, done, total) => {
      if (step !== current) {
        if (current) end()
        current = step
        if (total === undefined) process.stderr.write(`${step} …\n`)
        else shown.start(total, done, { step })
      } else if (total !== undefined) shown.update(done, { step })
    },
    end,
  }
}

function lines(): Progress {
  let current = ''
  let told = 0
  return {
    report: (step, done, total) => {
      if (step !== current) {
        current = step
        told = 0
        if (total === undefined) console.error(step)
      }
      if (total !== undefined && (done - told >= ROWS_PER_LINE || done === total)) {
        told = done
        console.error(`${step}: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`)
      }
    },
    end: () => undefined,
  }
}
