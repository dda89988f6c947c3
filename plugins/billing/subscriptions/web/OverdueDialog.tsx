import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useEmailTexts } from '#core/web/mail.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime, RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { formatAmounts, formatMoney } from '#core/web/ui/display/money.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Overdue } from '../contract.ts'
import * as styles from './OverdueDialog.css.ts'
import { ExtendGraceForm, RecordPaymentForm } from './OverdueForms.tsx'
import type { SubscriptionDialogProps } from './SubscriptionDialogProps.ts'
import { daysText } from '../../shared/web/billingLabels.ts'
import { subscriptionsApi, touched } from '../../shared/web/client.ts'

/** Amount that a past-due subscription owes, and what can be done about it. */
export function OverdueDialog({ subscription, isOpen, onOpenChange }: SubscriptionDialogProps) {
  return (
    <Dialog title="Payment overdue" help={subscription.tenantName} isOpen={isOpen} onOpenChange={onOpenChange}>
      <LoadedOverdue subscriptionId={subscription.id} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Reads anew each time: a payment may have come in between. */
function LoadedOverdue({ subscriptionId, onDone }: { subscriptionId: string; onDone: () => void }) {
  const overdue = useQuery({
    ...subscriptionsApi.overdue({ params: { id: subscriptionId } }),
    staleTime: 0,
    gcTime: 0,
  })
  const [act, setAct] = useState<'payment' | 'grace'>()
  const back = () => setAct(undefined)
  if (!overdue.data) {
    return (
      <DialogBody>
        {overdue.error ? (
          <ErrorState error={overdue.error} onRetry={overdue.refetch} isFrameless />
        ) : (
          <Skeleton height={220} />
        )}
      </DialogBody>
    )
  }
  if (act === 'payment') return <RecordPaymentForm overdue={overdue.data} onBack={back} onPaid={onDone} />
  if (act === 'grace') return <ExtendGraceForm overdue={overdue.data} onBack={back} />
  return (
    <>
      <DialogBody>
        <Facts overdue={overdue.data} />
        <Reminder overdue={overdue.data} />
      </DialogBody>
      <DialogFooter>
        <Button onPress={() => setAct('grace')}>Extend grace</Button>
        <Button variant="primary" isDisabled={overdue.data.amount === 0} onPress={() => setAct('payment')}>
          Record payment
        </Button>
      </DialogFooter>
    </>
  )
}

const reasons: Record<NonNullable<Overdue['reason']>, string> = {
  'trial-ended': 'The trial ended without a payment.',
  'invoice-overdue': 'An invoice was not paid in time.',
  'set-by-hand': 'The status was set to past due by hand.',
}

function Facts({ overdue }: { overdue: Overdue }) {
  const { reason, days, amounts, amount, currency, overdueSince, graceEndsAt, readOnly, invoices } = overdue
  return (
    <>
      {readOnly ? (
        <Banner tone="error" title="The organization is read-only">
          Its users can view and export, but change nothing until this is in order.
        </Banner>
      ) : (
        reason && <p>{reasons[reason]}</p>
      )}
      <dl className={styles.facts}>
        <div>
          <dt className={styles.term}>Days overdue</dt>
          <dd className={styles.figure}>{daysText(days)}</dd>
          <dd className={styles.detail}>
            since <DateTime value={overdueSince} show="date" />
          </dd>
        </div>
        <div>
          <dt className={styles.term}>Amount</dt>
          <dd className={styles.figure}>
            {amounts.length > 0 ? formatAmounts(amounts) : formatMoney(amount, currency)}
          </dd>
          <dd className={styles.detail}>{invoices.length === 0 ? 'no invoice yet' : 'open of the invoices below'}</dd>
        </div>
        <div>
          <dt className={styles.term}>End of grace</dt>
          <dd className={styles.figure}>
            <DateTime value={graceEndsAt} show="date" />
          </dd>
          <dd className={styles.detail}>
            <RelativeTime value={graceEndsAt} />
          </dd>
        </div>
      </dl>
      {invoices.length > 0 && (
        <ul className={styles.invoices} aria-label="Overdue invoices">
          {invoices.map(({ id, number, dueAt, open, currency: code }) => (
            <li key={id} className={styles.invoice}>
              <span>{number}</span>
              <span className={styles.detail}>
                due <DateTime value={dueAt} show="date" />
              </span>
              <span className={styles.open}>{formatMoney(open, code)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Reminder({ overdue: { subscriptionId, billingEmail, lastRemindedAt } }: { overdue: Overdue }) {
  const { notice } = useEmailTexts()
  const remind = useMutation(
    subscriptionsApi.remind.mutation({
      touches: [subscriptionsApi.overdue.key({ params: { id: subscriptionId } }), ...touched],
    }),
  )
  const send = () =>
    remind.mutate(
      { params: { id: subscriptionId } },
      { onSuccess: () => notify(notice({ title: 'Reminder Sent', description: `To ${billingEmail}` }, billingEmail)) },
    )
  return (
    <>
      {remind.error && <Banner tone="error">{errorText(remind.error)}</Banner>}
      <div className={styles.reminder}>
        <p className={styles.detail}>
          {lastRemindedAt ? (
            <>
              Last reminded <RelativeTime value={lastRemindedAt} />, at {billingEmail}
            </>
          ) : (
            `No reminders sent yet. Reminders go to ${billingEmail}`
          )}
        </p>
        <Button size="small" isPending={remind.isPending} onPress={send}>
          Send reminder
        </Button>
      </div>
    </>
  )
}
