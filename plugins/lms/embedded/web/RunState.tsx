import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import type { EmbeddedRun } from '../contract.ts'
import { RunItems } from './RunItems.tsx'
import { endingOf } from './embeddedWords.ts'
import { isUnderWay } from './queries.ts'
import type { Runs } from './useRuns.ts'

/** How far the newest run is or how it ended, with what failed and why. */
export function RunState({ run, retry }: { run: EmbeddedRun; retry: Runs['retry'] }) {
  const { counts, total, isDryRun, message, finishedAt } = run
  const done = total - counts.waiting
  return (
    <>
      {isUnderWay(run) ? (
        <>
          <ProgressBar
            label={isDryRun ? 'Dry run' : 'Under way'}
            {...(total > 0 && { value: done, max: total })}
            valueText={total > 0 ? `${done.toLocaleString()} of ${total.toLocaleString()}` : 'Looking what there is'}
          />
          {message && <Banner tone="warn">{message}</Banner>}
        </>
      ) : (
        <Banner tone={toneOf(run)} title={endingOf(run).title}>
          {message} <DateTime value={finishedAt} />
        </Banner>
      )}
      {counts.failed > 0 && <RunItems run={run} outcome="failed" retry={retry} />}
      {total > counts.failed && (
        <Disclosure label={`Everything in this ${isDryRun ? 'dry run' : 'run'}`}>
          {() => <RunItems run={run} retry={retry} />}
        </Disclosure>
      )}
    </>
  )
}

function toneOf({ status, counts, total }: EmbeddedRun) {
  if (status === 'failed' || (total > 0 && counts.failed === total)) return 'error'
  return counts.failed > 0 ? 'warn' : 'success'
}
