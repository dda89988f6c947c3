import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Moves the focus to the field that the address names, `?field=timeZone`, once its form is shown. */
export function useFieldOfAddress<Values extends FieldValues>({ setFocus }: Pick<UseFormReturn<Values>, 'setFocus'>) {
  const field = useLocation({ select: ({ search }) => (search as { field?: unknown }).field })
  useEffect(() => {
    if (typeof field === 'string') setFocus(field as Path<Values>)
  }, [field, setFocus])
}
