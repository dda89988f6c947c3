import { Checkbox } from '../fields/Checkbox.tsx'
import type { CheckboxProps } from '../fields/Checkbox.tsx'
import { ComboBox } from '../fields/ComboBox.tsx'
import type { ComboBoxProps } from '../fields/ComboBox.tsx'
import { DateField } from '../fields/DateField.tsx'
import type { DateFieldProps } from '../fields/DateField.tsx'
import { DateTimeField } from '../fields/DateTimeField.tsx'
import type { DateTimeFieldProps } from '../fields/DateTimeField.tsx'
import { NumberField } from '../fields/NumberField.tsx'
import type { NumberFieldProps } from '../fields/NumberField.tsx'
import { RadioGroup } from '../fields/RadioGroup.tsx'
import type { RadioGroupProps } from '../fields/RadioGroup.tsx'
import { Select } from '../fields/Select.tsx'
import type { SelectProps } from '../fields/Select.tsx'
import { Switch } from '../fields/Switch.tsx'
import type { SwitchProps } from '../fields/Switch.tsx'
import { TimeField } from '../fields/TimeField.tsx'
import type { TimeFieldProps } from '../fields/TimeField.tsx'
import { useFormField } from './useFormField.ts'

type Bound = 'value' | 'onChange' | 'onBlur' | 'error' | 'ref' | 'name' | 'isSelected' | 'defaultSelected'
type Named<Props> = Omit<Props, Bound> & { name: string }

/** Select bound to the path `name` of the form around it. */
export function FormSelect<Id extends string | number = string>({ name, ...props }: Named<SelectProps<Id>>) {
  const field = useFormField(name)
  return <Select<Id> {...props} {...field} value={field.value as Id | null | undefined} />
}

/** RadioGroup bound to the path `name` of the form around it. */
export function FormRadioGroup<Id extends string>({ name, ...props }: Named<RadioGroupProps<Id>>) {
  const field = useFormField(name)
  return <RadioGroup<Id> {...props} {...field} value={field.value as Id | null | undefined} />
}

/** ComboBox bound to the path `name`: the chosen option's id, or null. */
export function FormComboBox<Id extends string | number = string>({ name, ...props }: Named<ComboBoxProps<Id>>) {
  const field = useFormField(name)
  return <ComboBox<Id> {...props} {...field} value={field.value as Id | null | undefined} />
}

interface FormNumberFieldProps extends Named<NumberFieldProps> {
  /** The number that an emptied field becomes; by default it stays empty. */
  whenEmptied?: number
}

/** NumberField bound to the path `name`: a number, or null when empty. */
export function FormNumberField({ name, whenEmptied, ...props }: FormNumberFieldProps) {
  const { value, onChange, ...field } = useFormField(name)
  return (
    <NumberField
      {...props}
      {...field}
      value={typeof value === 'number' ? value : null}
      onChange={(next) => onChange(next ?? whenEmptied ?? null)}
    />
  )
}

/** DateField bound to the path `name`: `2026-03-29`, or null. */
export function FormDateField({ name, ...props }: Named<DateFieldProps>) {
  const field = useFormField(name)
  return <DateField {...props} {...field} value={typeof field.value === 'string' ? field.value : null} />
}

/** DateTimeField bound to the path `name`: ISO in UTC, or null. */
export function FormDateTimeField({ name, ...props }: Named<DateTimeFieldProps>) {
  const field = useFormField(name)
  return <DateTimeField {...props} {...field} value={typeof field.value === 'string' ? field.value : null} />
}

/** TimeField bound to the path `name`: `14:30`, or null. */
export function FormTimeField({ name, ...props }: Named<TimeFieldProps>) {
  const field = useFormField(name)
  return <TimeField {...props} {...field} value={typeof field.value === 'string' ? field.value : null} />
}

/** Switch bound to the path `name`, saved with the form. */
export function FormSwitch({ name, ...props }: Named<SwitchProps>) {
  const { value, ref, error: _error, ...field } = useFormField(name)
  return <Switch {...props} {...field} ref={ref} isSelected={value === true} />
}

/** Checkbox bound to the path `name`, in effect with what the form sends. */
export function FormCheckbox({ name, ...props }: Named<CheckboxProps>) {
  const { value, ref: _ref, ...field } = useFormField(name)
  return <Checkbox {...props} {...field} isSelected={value === true} />
}
