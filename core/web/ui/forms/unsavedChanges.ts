import { createContext, useContext, useEffect, useId } from 'react'

/** Hears from each form inside whether it has unsaved changes; `id` tells forms apart. */
export type ReportUnsaved = (id: string, isDirty: boolean) => void

/** Provided by Dialog, and by the shell for whole pages, so that leaving with changes asks. */
export const UnsavedChangesContext = createContext<ReportUnsaved | undefined>(undefined)

/** Tells the dialog or page around it, and the browser when the tab is closed, about unsaved changes. */
export function useReportUnsaved(isDirty: boolean): void {
  const report = useContext(UnsavedChangesContext)
  const id = useId()
  useEffect(() => {
    report?.(id, isDirty)
    return () => report?.(id, false)
  }, [report, id, isDirty])
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}
