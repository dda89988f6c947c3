import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { Form, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormDateField, FormNumberField, FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { browserZone } from '#core/web/ui/fields/browserZone.ts'
import { fromWallTime, toWallTime } from '#core/web/ui/fields/zonedTime.ts'
import { amountFormat, formatAmounts, formatMoney } from '#core/web/ui/display/money.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { graceExtension, payment } from '../contract.ts'
import type { Overdue } from '../contract.ts'
import * as styles from './OverdueDialog.css.ts'
import { daysText } from '../../shared/web/billingLabels.ts'
import { subscriptionsApi, touched } from '../../shared/web/client.ts'

interface OverdueFormProps {
  overdue: Overdue
  onBack: () => void
}

const touches = ({ subscriptionId }: Overdue) => [
  subscriptionsApi.overdue.key({ params: { id: subscriptionId } }),
  ...touched,
]

const today = () => toWallTime(new Date().toISOString(), browserZone()).slice(0, 10)

/** A day that is over counts from its noon, which is that day almost anywhere; today is now. */
const paidAtOf = (day: string | null) =>
  day === null || day === today() ? undefined : fromWallTime(`${day}T12:00`, browserZone())

/** In a form, fields that were emptied are null; the contract leaves them out. */
const paymentForm = z
  .object({
    amount: z.number('Please enter an amount').pipe(payment.shape.amount.unwrap()),
    currency: payment.shape.currency.unwrap(),
    paidOn: z.iso
      .date()
      .refine((day) => day <= today(), 'A payment cannot be in the future')
      .nullable(),
  })
  .transform(({ amount, currency, paidOn }) => ({ amount, currency, paidAt: paidAtOf(paidOn) }))

/** Records what was paid outside the platform. Once nothing is overdue the subscription is active again. */
export function RecordPaymentForm({ overdue, onBack, onPaid }: OverdueFormProps & { onPaid: () => void }) {
  const { subscriptionId, tenantName, amounts, amount, currency } = overdue
  const record = useMutation(subscriptionsApi.recordPayment.mutation({ touches: touches(overdue) }))
  const form = useContractForm(paymentForm, {
    defaultValues: { amount, currency, paidOn: null },
    submit: async (body) => {
      const left = await record.mutateAsync({ params: { id: subscriptionId }, body })
      notify({
        title: 'Payment Recorded',
        description:
          left.status === 'past_due'
            ? `${formatAmounts(left.amounts)} of ${tenantName} is still overdue.`
            : `The subscription of ${tenantName} is active.`,
      })
      if (left.status === 'past_due') onBack()
      else onPaid()
    },
  })
  return (
    <Form form={form} className={styles.form} aria-label="Record payment">
      <DialogBody>
        {form.formError && <p role="alert">{form.formError}</p>}
        {amounts.length > 1 && (
          <FormSelect
            name="currency"
            label="Currency"
            options={amounts.map((open) => ({ id: open.currency, label: open.currency }))}
            help="A payment is for the invoices in its currency."
          />
        )}
        <AmountField overdue={overdue} />
        <FormDateField name="paidOn" label="Paid on" isOptional max={today()} help="Empty is now." />
      </DialogBody>
      <DialogFooter>
        <Button onPress={onBack}>Back</Button>
        <SubmitButton>Record payment</SubmitButton>
      </DialogFooter>
    </Form>
  )
}

function AmountField({ overdue: { amounts, ...first } }: { overdue: Overdue }) {
  const chosen = useWatch({ name: 'currency' }) as string
  const { amount, currency } = amounts.find((open) => open.currency === chosen) ?? first
  return (
    <FormNumberField
      name="amount"
      label={`Amount (${currency})`}
      {...amountFormat(currency)}
      help={`${formatMoney(amount, currency)} is open. The oldest invoice is paid first.`}
      autoFocus
    />
  )
}

/** Gives more days before the organization is read-only. */
export function ExtendGraceForm({ overdue, onBack }: OverdueFormProps) {
  const { subscriptionId, tenantName } = overdue
  const extend = useMutation(subscriptionsApi.extendGrace.mutation({ touches: touches(overdue) }))
  const form = useContractForm(graceExtension, {
    defaultValues: { days: 7 },
    submit: async (body) => {
      await extend.mutateAsync({ params: { id: subscriptionId }, body })
      notify({ title: 'Grace Extended', description: `${tenantName} has ${daysText(body.days)} more.` })
      onBack()
    },
  })
  return (
    <Form form={form} className={styles.form} aria-label="Extend grace">
      <DialogBody>
        {form.formError && <p role="alert">{form.formError}</p>}
        <FormNumberField
          name="days"
          label="More days"
          help="Until then its users keep working as usual. A grace period that has ended starts again now."
          autoFocus
        />
      </DialogBody>
      <DialogFooter>
        <Button onPress={onBack}>Back</Button>
        <SubmitButton>Extend grace</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
