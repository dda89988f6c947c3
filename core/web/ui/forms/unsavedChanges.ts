import { createContext, useContext, useEffect, useId } from 'react'

/** Called by each form inside when it has unsaved changes or not; `id` distinguishes forms. */
export type ReportUnsaved = (id: string, isDirty: boolean) => void

/** Provided by Dialog, and by the shell for whole pages, so that leaving with changes asks. */
export const UnsavedChangesContext = createContext<ReportUnsaved | undefined>(undefined)

/** Reports unsaved changes to the surrounding dialog or page, and to the browser when the tab is closed. */
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
