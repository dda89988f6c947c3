import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { Condition } from '../contract.ts'
import { ConditionDialog } from './ConditionDialog.tsx'
import * as styles from './Health.css.ts'
import { CheckedCard } from './PartCard.tsx'
import { healthApi } from './client.ts'
import { conditionDetails, kindNames, riskLabels } from './healthLabels.ts'
import { healthReads, type OpenedHealth } from './useOpenedHealth.ts'

/** Lists allergies and conditions, current ones first; each begins with its response. */
export function Conditions({ health }: { health: OpenedHealth }) {
  const [isAdding, setAdding] = useState(false)
  const present = health.record.conditions.filter(({ endedAt }) => endedAt === null)
  const ended = health.record.conditions.filter(({ endedAt }) => endedAt !== null)
  return (
    <CheckedCard
      health={health}
      part="conditions"
      act={
        <Button
          size="small"
          aria-label={`${health.may === 'keep' ? 'Add' : 'Propose one'}: Allergies and conditions`}
          onPress={() => setAdding(true)}
        >
          {health.may === 'keep' ? 'Add' : 'Propose one'}
        </Button>
      }
    >
      {present.length === 0 ? (
        <p className={styles.quiet}>Not provided.</p>
      ) : (
        <ul className={styles.list}>
          {present.map((condition) => (
            <ConditionItem key={condition.id} health={health} condition={condition} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <Disclosure label={`${ended.length} no longer there`}>
          {() => (
            <ul className={styles.list}>
              {ended.map((condition) => (
                <ConditionItem key={condition.id} health={health} condition={condition} />
              ))}
            </ul>
          )}
        </Disclosure>
      )}
      <ConditionDialog health={health} isOpen={isAdding} onOpenChange={setAdding} />
    </CheckedCard>
  )
}

function ConditionItem({ health, condition }: { health: OpenedHealth; condition: Condition }) {
  const [dialog, setDialog] = useState<'edit' | 'end'>()
  const { name, kind, risk, endedAt } = condition
  const close = () => setDialog(undefined)
  const details = Object.entries(conditionDetails).flatMap(([field, label]): [string, string][] => {
    const value = condition[field as keyof typeof conditionDetails]
    return value ? [[label, value]] : []
  })
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <h4 className={styles.name}>{name}</h4>
        <span className={styles.quiet}>{kindNames[kind]}</span>
        <Badge tone={riskLabels[risk].tone}>{riskLabels[risk].label}</Badge>
        {health.may !== 'read' && (
          <div className={styles.acts}>
            <Button size="small" variant="quiet" aria-label={`Edit ${name}`} onPress={() => setDialog('edit')}>
              Edit
            </Button>
            {endedAt === null && (
              <Button size="small" variant="quiet" aria-label={`End ${name}`} onPress={() => setDialog('end')}>
                End
              </Button>
            )}
          </div>
        )}
      </div>
      {endedAt && (
        <p className={styles.quiet}>
          No longer since <DateTime value={endedAt} show="date" />
        </p>
      )}
      {details.length > 0 && <Facts facts={details} />}
      <ConditionDialog health={health} condition={condition} isOpen={dialog === 'edit'} onOpenChange={close} />
      <EndDialog health={health} condition={condition} isOpen={dialog === 'end'} onOpenChange={close} />
    </li>
  )
}

interface EndDialogProps {
  health: OpenedHealth
  condition: Condition
  isOpen: boolean
  onOpenChange: () => void
}

function EndDialog({ health: { studentId, may, reopen }, condition, ...dialog }: EndDialogProps) {
  const update = useMutation(healthApi.updateCondition.mutation({ touches: healthReads, gcTime: 0 }))
  const propose = useMutation(healthApi.proposeHealth.mutation({ touches: healthReads, gcTime: 0 }))
  const { id: conditionId, endedAt: _endedAt, updatedAt, ...change } = condition
  const params = { id: studentId }
  return (
    <ConfirmDialog
      {...dialog}
      title={`Is “${condition.name}” no longer there?`}
      confirmLabel={may === 'keep' ? 'No longer there' : 'Propose to end it'}
      tone="primary"
      onConfirm={async () => {
        if (may === 'keep') {
          await update.mutateAsync({ params: { ...params, conditionId }, body: { hasEnded: true, updatedAt } })
        } else {
          const body = { part: 'conditions', conditionId, change: { ...change, hasEnded: true } } as const
          await propose.mutateAsync({ params, body })
          notify({ title: 'Change Proposed', description: 'You see here when staff have answered.' })
        }
        await reopen()
      }}
    >
      It stays below, among what is no longer there, and can be taken up again.
    </ConfirmDialog>
  )
}
