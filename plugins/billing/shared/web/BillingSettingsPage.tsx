import { changeOf } from '#core/contract/settings.ts'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { SettingsForm } from '#core/web/pages/settings/SettingsForm.tsx'
import { SettingsPage } from '#core/web/pages/settings/SettingsPage.tsx'
import { billingSettings } from '../../contract.ts'

const change = changeOf(billingSettings)

/** Shows what zod refuses instead of rounding it away. */
const decimals = { maximumFractionDigits: 3 }

export function BillingSettingsPage() {
  return (
    <SettingsPage path="/settings/billing">
      <SettingsForm
        label="Billing settings"
        change={change}
        fields={[
          'defaultCurrency',
          'taxRate',
          'invoicePrefix',
          'taxNumber',
          'invoiceAddress',
          'paymentDetails',
          'defaultTrialDays',
          'gracePeriodDays',
        ]}
      >
        <FieldRow>
          <FormTextField
            name="defaultCurrency"
            label="Default currency"
            maxLength={3}
            autoComplete="off"
            help="ISO 4217 code of three capital letters, such as USD. Used for new plans; existing plans keep theirs."
          />
          <FormNumberField
            name="taxRate"
            label="Tax rate"
            minValue={0}
            maxValue={100}
            formatOptions={decimals}
            help="Percentage added to new invoices, from 0 to 100 with at most three decimals."
          />
        </FieldRow>
        <FieldRow>
          <FormTextField
            name="invoicePrefix"
            label="Invoice prefix"
            maxLength={10}
            autoComplete="off"
            help="Prefix of new invoice numbers. 1 to 10 capital letters and digits."
          />
          <FormTextField
            name="taxNumber"
            label="Tax number"
            maxLength={60}
            autoComplete="off"
            isOptional
            help="With its kind, such as EIN 12-3456789. Printed on new invoices."
          />
        </FieldRow>
        <FormTextField
          name="invoiceAddress"
          label="Address on invoices"
          multiline
          isOptional
          help="Printed on new invoices below the platform’s name; invoices that were issued before keep theirs."
        />
        <FormTextField
          name="paymentDetails"
          label="How to pay"
          multiline
          isOptional
          help="Printed on open invoices with the invoice number as the reference, such as a bank account."
        />
        <FieldRow>
          <FormNumberField name="defaultTrialDays" label="Trial" help="Length of the trial in days, from 0 to 365." />
          <FormNumberField
            name="gracePeriodDays"
            label="Grace period"
            help="Days after an unpaid due date before an organization becomes read-only, from 0 to 365."
          />
        </FieldRow>
      </SettingsForm>
    </SettingsPage>
  )
}
