import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import type { EmbeddedRun } from '../contract.ts'
import { RunItems } from './RunItems.tsx'
import * as styles from './EmbeddedPage.css.ts'
import { describeEnding, getRunTarget } from './embeddedLabels.ts'
import { isUnderWay } from './queries.ts'
import type { Runs } from './useRuns.ts'

/** Shows the progress or the end of the newest run, with failures and their reasons. */
export function RunState({ run, runs: { retry, stop } }: { run: EmbeddedRun; runs: Runs }) {
  const { counts, total, isDryRun, message, finishedAt } = run
  const done = total - counts.waiting
  return (
    <>
      {isUnderWay(run) ? (
        <>
          <ProgressBar
            label={isDryRun ? 'Dry run' : 'Under way'}
            {...(total > 0 && { value: done, max: total })}
            valueText={total > 0 ? `${done.toLocaleString()} of ${total.toLocaleString()}` : 'Reading current data'}
          />
          {message && <Banner tone="warn">{message}</Banner>}
          <div>
            <Button isPending={stop.isPending} onPress={() => stop.mutate({ params: { id: run.id } })}>
              Stop
            </Button>
          </div>
        </>
      ) : (
        <Banner tone={getTone(run)} title={describeEnding(run).title}>
          {message} <DateTime value={finishedAt} />
        </Banner>
      )}
      <p className={styles.text}>{getRunTarget(run)}</p>
      {counts.failed > 0 && <RunItems run={run} outcome="failed" retry={retry} />}
      {total > counts.failed && (
        <Disclosure label={`Everything in this ${isDryRun ? 'dry run' : 'run'}`}>
          {() => <RunItems run={run} retry={retry} />}
        </Disclosure>
      )}
    </>
  )
}

function getTone({ status, isStopped, counts, total }: EmbeddedRun) {
  if (isStopped) return 'warn'
  if (status === 'failed' || (total > 0 && counts.failed === total)) return 'error'
  return counts.failed > 0 ? 'warn' : 'success'
}
