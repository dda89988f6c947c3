import { Checkbox } from '#core/web/ui/fields/Checkbox.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'

interface FormCheckboxProps {
  /** Path of the field in the form. */
  name: string
  label: string
  /** Accessible name that distinguishes it from similar ones: 'Answer 2 is right'. */
  described?: string
  onChange?: (isSelected: boolean) => void
}

/** Checkbox bound to the path `name` of the enclosing form. */
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
