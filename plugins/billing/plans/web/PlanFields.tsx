import { useWatch } from 'react-hook-form'
import { amountFormat } from '#core/web/ui/display/money.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField, FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormArrayField } from '#core/web/ui/forms/FormArrayField.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { billingIntervals } from '../../contract.ts'
import type { PlanLimits } from '../contract.ts'
import { IncludedField } from './IncludedField.tsx'
import { intervalLabels, loweredLimits } from '../../shared/web/billingLabels.ts'

const intervals = billingIntervals.map((id) => ({ id, label: intervalLabels[id] }))

interface PlanFieldsProps {
  /** After creation. */
  isNameFixed?: boolean
  subscriberCount?: number
  /** Limits as they were read. */
  limits?: PlanLimits
}

/** Fields of a plan; the form around them is of `newPlan`. */
export function PlanFields({ isNameFixed, subscriberCount = 0, limits }: PlanFieldsProps) {
  const currency = useWatch({ name: 'currency' }) as string
  return (
    <>
      <FieldRow>
        <FormTextField
          name="displayName"
          label="Display name"
          autoComplete="off"
          placeholder="Starter"
          autoFocus={!isNameFixed}
        />
        <FormTextField
          name="name"
          label="Plan ID"
          autoComplete="off"
          spellCheck="false"
          placeholder="starter"
          isReadOnly={isNameFixed}
          help={isNameFixed ? 'Fixed after creation.' : 'Small letters, digits and hyphens. Cannot be changed later.'}
        />
      </FieldRow>
      <FormTextField name="description" label="Description" isOptional multiline rows={2} />
      <FieldRow>
        <FormNumberField
          name="price"
          label="Price"
          {...amountFormat(currency)}
          help={
            subscriberCount > 0 ? 'Subscribers pay a new price from their next invoice.' : 'Empty is free of charge.'
          }
        />
        <FormTextField name="currency" label="Currency" isReadOnly />
        <FormSelect name="billingInterval" label="Billing interval" options={intervals} />
      </FieldRow>
      <FormArrayField
        name="features"
        label="Features"
        one="feature"
        empty=""
        none="None yet. Cards show the first three, then what is included below."
        max={50}
      >
        {(feature) => <FormTextField {...feature} isLabelHidden autoComplete="off" />}
      </FormArrayField>
      <IncludedField />
      <FieldRow>
        <FormNumberField
          name="maxUsers"
          label="Max users"
          isOptional
          placeholder="Unlimited"
          help="Active accounts of staff; parents and students are free"
        />
        <FormNumberField
          name="maxSessions"
          label="Max sessions"
          isOptional
          placeholder="Unlimited"
          help="Those that are not cancelled"
        />
        <FormNumberField
          name="maxStorage"
          label="Max storage (GB)"
          isOptional
          placeholder="Unlimited"
          help="Of uploaded files"
        />
      </FieldRow>
      {limits && subscriberCount > 0 && <LoweredLimits limits={limits} subscriberCount={subscriberCount} />}
      <FormNumberField name="sortOrder" label="Sort order" help="Plans with smaller numbers are listed first." />
    </>
  )
}

/** Explains what smaller limits mean for subscribers, before they apply. */
function LoweredLimits({ limits, subscriberCount }: { limits: PlanLimits; subscriberCount: number }) {
  const [maxUsers = null, maxSessions = null, maxStorage = null] = useWatch({
    name: ['maxUsers', 'maxSessions', 'maxStorage'],
  }) as (number | null | undefined)[]
  const lowered = loweredLimits(limits, { maxUsers, maxSessions, maxStorage })
  if (lowered.length === 0) return null
  return (
    <Banner tone="warn" title="Limits are lowered">
      {lowered.join('; ')}, at once for {subscriberCount.toLocaleString()}{' '}
      {subscriberCount === 1 ? 'subscriber' : 'subscribers'}. What they have above that stays; they can add no more.
    </Banner>
  )
}
