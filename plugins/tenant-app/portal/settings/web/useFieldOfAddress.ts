import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { FieldValues, Path } from 'react-hook-form'

/** Moves the focus to the field that the address names, `?field=timeZone`, once its form is shown. */
export function useFieldOfAddress<Values extends FieldValues>({
  setFocus,
}: {
  setFocus: (name: Path<Values>) => void
}) {
  const field = useLocation({ select: ({ search }: { search: { field?: unknown } }) => search.field })
  useEffect(() => {
    if (typeof field === 'string') setFocus(field)
  }, [field, setFocus])
}
