import { useEffect, useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ItemRow } from '#core/web/ui/lists/ItemRow.tsx'
import type { RunStep } from '../../../shared/web/slots.ts'

/** Steps that were run: their milliseconds, and since when the present one runs. */
interface Run {
  spent: Record<number, number>
  step: number | null
  since: number | null
}

const notBegun: Run = { spent: {}, step: null, since: null }

interface RunSheetProps {
  /** Key under which the browser keeps how far the run is, so that a reload loses nothing. */
  storedAs: string
  steps: readonly RunStep[]
}

/** The steps of a project and its training, one of which runs: each with the time that it has taken. */
export function RunSheet({ storedAs, steps }: RunSheetProps) {
  const [run, setRun] = useState(() => readRun(storedAs))
  const now = useNow(run.since !== null)
  const change = (next: Run) => {
    setRun(next)
    sessionStorage.setItem(keyOf(storedAs), JSON.stringify(next))
  }
  /** Stops the present step, and starts another one. */
  const start = (step: number | null, at: number) => change(switchStep(run, step, at))
  if (steps.length === 0) {
    return (
      <EmptyState title="No steps yet">Steps are the lines of the instructions of the session’s project.</EmptyState>
    )
  }
  return (
    <>
      {steps.map((step, index) => {
        const isRunning = run.step === index && run.since !== null
        const spent = spentOn(run, index, now)
        return (
          <ItemRow
            // oxlint-disable-next-line react/no-array-index-key -- two steps may have the same words
            key={index}
            number={index + 1}
            title={step.title}
            about={
              <>
                <span role="timer" aria-label={`Time of step ${index + 1}`}>
                  {spent > 0 || isRunning ? durationText(spent) : 'Not started'}
                </span>
                {step.about && ` · ${step.about}`}
              </>
            }
          >
            <Button
              size="small"
              variant={isRunning ? 'primary' : undefined}
              aria-label={`${isRunning ? 'Pause' : 'Start'} step ${index + 1}`}
              onPress={() => start(isRunning ? null : index, Date.now())}
            >
              {isRunning ? 'Pause' : 'Start'}
            </Button>
          </ItemRow>
        )
      })}
    </>
  )
}

/** Milliseconds that a step has taken until an instant. */
const spentOn = (run: Run, step: number, now: number) =>
  (run.spent[step] ?? 0) + (run.step === step && run.since !== null ? Math.max(now - run.since, 0) : 0)

function switchStep(run: Run, step: number | null, now: number): Run {
  const spent = run.step === null ? run.spent : { ...run.spent, [run.step]: spentOn(run, run.step, now) }
  return { spent, step, since: step === null ? null : now }
}

const keyOf = (storedAs: string) => `trellis.run ${storedAs}`

function readRun(storedAs: string): Run {
  try {
    return { ...notBegun, ...(JSON.parse(sessionStorage.getItem(keyOf(storedAs)) ?? '{}') as Partial<Run>) }
  } catch {
    return notBegun
  }
}

/** The time in milliseconds, each second while it runs. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [isRunning])
  return now
}

/** `4:05`, `1:04:05`. */
function durationText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const parts = hours > 0 ? [hours, String(minutes).padStart(2, '0')] : [minutes]
  return [...parts, String(seconds % 60).padStart(2, '0')].join(':')
}
