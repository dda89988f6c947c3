import { Checkbox } from '#core/web/ui/fields/Checkbox.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'

interface FormCheckboxProps {
  /** Path of the field in the form. */
  name: string
  label: string
  /** Named for screen readers alone beside others of its like: 'Answer 2 is right'. */
  described?: string
  onChange?: (isSelected: boolean) => void
}

/** Checkbox bound to the path `name` of the form around it. */
export function FormCheckbox({ name, label, described, onChange }: FormCheckboxProps) {
  const { value, ref: _ref, ...field } = useFormField(name)
  return (
    <Checkbox
      {...field}
      label={label}
      aria-label={described}
      isSelected={value === true}
      onChange={(isSelected) => {
        field.onChange(isSelected)
        onChange?.(isSelected)
      }}
    />
  )
}
