import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '../../text.ts'
import { Banner } from '../feedback/Banner.tsx'
import { Button } from '../actions/Button.tsx'
import { CheckboxGroup } from '../fields/CheckboxGroup.tsx'
import { Dialog, DialogBody, DialogFooter } from './Dialog.tsx'
import { ProgressBar } from '../feedback/ProgressBar.tsx'
import * as styles from './BulkDialog.css.ts'
import { actOnEach } from './actOnEach.ts'
import type { Outcome } from './actOnEach.ts'

export interface BulkDialogProps<Thing> {
  /** The act, as a question: 'Deactivate users?' */
  title: string
  /** Explanation of what happens to each of them. */
  children: ReactNode
  /** Verb of the act, for the button: 'Deactivate'. */
  act: string
  /** Number and noun of the things acted on, for the button: `(3) => '3 users'`. */
  counted: (count: number) => string
  /** Label of the button that leaves the dialog; 'Cancel' by default. */
  dismissLabel?: string
  tone?: 'danger' | 'primary'
  things: readonly Thing[]
  keyOf: (thing: Thing) => string
  nameOf: (thing: Thing) => string
  /** True if anything else that the act needs, such as a reason, has been given; true by default. */
  isReady?: boolean
  /** Acts on one item; items are processed in order, and an error is shown with the item's name. */
  onEach: (thing: Thing) => Promise<unknown>
  /** Called when it has ended, however it went: reads again what has changed, and reports how many it was. */
  onEnd: (outcome: Outcome<Thing>) => unknown
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/**
 * One act on several things. Shows which, so that some can be left out; says how far it is, and can be stopped; and says at
 * the end which of them failed and why.
 */
export function BulkDialog<Thing>(props: BulkDialogProps<Thing>) {
  const [running, setRunning] = useState<AbortController>()
  // Leaving the page stops the run.
  useEffect(() => () => running?.abort(), [running])
  return (
    <Dialog
      title={props.title}
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => {
        // Closing it during the run stops it, and shows how far it came.
        if (running) running.abort()
        else props.onOpenChange(isOpen)
      }}
      role="alertdialog"
    >
      <BulkAct {...props} running={running} onRunning={setRunning} />
    </Dialog>
  )
}

interface BulkActProps<Thing> extends BulkDialogProps<Thing> {
  /** Controller that stops the act while it runs. */
  running: AbortController | undefined
  onRunning: (running: AbortController | undefined) => void
}

function BulkAct<Thing>(props: BulkActProps<Thing>) {
  const { children, act, counted, tone = 'danger', things, keyOf, nameOf, onEach, onEnd, onOpenChange } = props
  const { isReady = true, dismissLabel = 'Cancel', running, onRunning } = props
  const [chosen, setChosen] = useState(() => things.map(keyOf))
  const [done, setDone] = useState<number>()
  const [outcome, setOutcome] = useState<Outcome<Thing>>()
  const run = async () => {
    const stop = new AbortController()
    onRunning(stop)
    setDone(0)
    const ended = await actOnEach(
      things.filter((thing) => chosen.includes(keyOf(thing))),
      { act: onEach, onProgress: setDone, signal: stop.signal },
    )
    await onEnd(ended)
    onRunning(undefined)
    if (ended.failed.length === 0 && ended.left.length === 0) onOpenChange(false)
    else setOutcome(ended)
  }
  if (outcome) return <Result outcome={outcome} counted={counted} nameOf={nameOf} keyOf={keyOf} />
  if (done !== undefined) {
    return (
      <>
        <DialogBody>
          <ProgressBar
            label={act}
            value={done}
            max={chosen.length}
            valueText={t('{done} of {counted}', { done, counted: counted(chosen.length) })}
          />
        </DialogBody>
        <DialogFooter>
          <Button autoFocus onPress={() => running?.abort()}>
            {t('Stop')}
          </Button>
        </DialogFooter>
      </>
    )
  }
  return (
    <>
      <DialogBody>
        <div>{children}</div>
        <div className={styles.things}>
          <CheckboxGroup
            label={t('{count} chosen', { count: things.length })}
            options={things.map((thing) => ({ id: keyOf(thing), label: nameOf(thing) }))}
            value={chosen}
            onChange={setChosen}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button slot="close" autoFocus>
          {dismissLabel}
        </Button>
        <Button variant={tone} isDisabled={chosen.length === 0 || !isReady} onPress={() => void run()}>
          {act} {counted(chosen.length)}
        </Button>
      </DialogFooter>
    </>
  )
}

interface ResultProps<Thing> extends Pick<BulkDialogProps<Thing>, 'counted' | 'nameOf' | 'keyOf'> {
  outcome: Outcome<Thing>
}

function Result<Thing>({ outcome: { worked, failed, left }, counted, nameOf, keyOf }: ResultProps<Thing>) {
  return (
    <>
      <DialogBody>
        <Banner
          tone={failed.length > 0 ? 'error' : 'warn'}
          title={t('Done for {done} of {counted}', {
            done: worked.length,
            counted: counted(worked.length + failed.length + left.length),
          })}
        >
          {left.length > 0 &&
            t('Stopped before {counted}: {names}. ', {
              counted: counted(left.length),
              names: left.map(nameOf).join(', '),
            })}
          {failed.length > 0 && (
            <ul className={styles.failures}>
              {failed.map(({ thing, reason }) => (
                <li key={keyOf(thing)}>
                  {nameOf(thing)}: {reason}
                </li>
              ))}
            </ul>
          )}
        </Banner>
      </DialogBody>
      <DialogFooter>
        <Button slot="close" autoFocus>
          {t('Close')}
        </Button>
      </DialogFooter>
    </>
  )
}
