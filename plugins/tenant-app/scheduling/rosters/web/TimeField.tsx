import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { FormDateTimeField } from '#core/web/ui/forms/FormFields.tsx'
import * as styles from './pickup.css.ts'

interface TimeFieldProps {
  name: 'arrivedAt' | 'leftAt'
  label: string
  zone: string
}

/** Edits a time: now by one press, or another one in fields. */
export function TimeField({ name, label, zone }: TimeFieldProps) {
  const { setValue } = useFormContext<Record<TimeFieldProps['name'], string | null>>()
  const value = useWatch<Record<TimeFieldProps['name'], string | null>>({ name })
  const [isTyping, setTyping] = useState(false)
  if (value !== null || isTyping) return <FormDateTimeField name={name} label={label} zone={zone} isOptional />
  return (
    <div role="group" aria-label={label} className={styles.time}>
      <span className={styles.label}>{label}</span>
      <Button
        aria-label={`${label} now`}
        onPress={() => setValue(name, new Date().toISOString(), { shouldDirty: true, shouldValidate: true })}
      >
        Now
      </Button>
      <Button variant="quiet" aria-label={`${label} at another time`} onPress={() => setTyping(true)}>
        Another time
      </Button>
    </div>
  )
}
