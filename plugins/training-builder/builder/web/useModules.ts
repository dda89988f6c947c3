import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { ApiError } from '#core/web/apiError.ts'
import { refresh } from '#core/web/client.ts'
import { serverMessage } from '#core/web/serverMessage.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { useReportUnsaved } from '#core/web/ui/forms/unsavedChanges.ts'
import type { ProjectModules } from '../../modules/contract.ts'
import type { BuilderState } from '../../modules/draft-contract.ts'
import { copiesApi, draftsApi, modulesApi } from './client.ts'
import { toEdited, keepIds, toSent, describeTooMany, type ChangeModules, type EditedModule } from './moduleList.ts'

/** Milliseconds after the last change before the draft is saved. */
const SAVE_DEBOUNCE_MS = 700
/** Milliseconds after which a failed save of a draft is retried. */
const RETRY_DELAY_MS = 5000
/** Milliseconds between two checks for other writers, and for their saves. */
const POLL_INTERVAL_MS = 15_000

interface Draft {
  modules: EditedModule[]
  baseVersion: number
  /** Modules that the draft began with, if they are known. */
  base: readonly EditedModule[] | undefined
}

export const builderQuery = (projectId: string) => ({
  ...draftsApi.builderState({ params: { projectId } }),
  staleTime: 0,
  refetchInterval: POLL_INTERVAL_MS,
})

/**
 * Edits a project's modules. Changes are stored on the server as the editor's own draft, and become visible to others when it
 * is saved.
 */
export function useModules(projectId: string, begun: BuilderState) {
  const of = { params: { projectId } }
  const queryClient = useQueryClient()
  const query = builderQuery(projectId)
  const { data: saved = begun } = useQuery(query)
  const [draft, setDraft] = useState<Draft | undefined>(() => getDraft(begun))
  // For callbacks that run after a rerender: a save, and Undo.
  const latest = useRef(draft)
  const newest = () => queryClient.getQueryData(query.queryKey) ?? begun
  const keeping = useKeeping(projectId)
  const savedModules = useMemo(() => saved.modules.map(toEdited), [saved.modules])
  const { mutateAsync: saveAll, isPending: isSaving } = useMutation(
    modulesApi.saveModules.mutation({
      onError: (error) => {
        // The page explains a conflict once it has read what the others have saved.
        const reason = error.status === 409 ? '' : serverMessage(error, '')
        const description = ['Failed to save training modules', reason].filter(Boolean).join('. ')
        notify({ title: 'Error', description, tone: 'destructive' })
      },
    }),
  )
  useReportUnsaved(keeping.status !== undefined && keeping.status !== 'kept')
  /** @returns true if the modules are within their limits */
  const write = (next: Draft | undefined): boolean => {
    const problem = next && describeTooMany(next.modules)
    if (problem) {
      notify({ title: 'Error', description: problem, tone: 'destructive' })
      return false
    }
    latest.current = next
    setDraft(next)
    if (next) keeping.later(next)
    return true
  }
  const begin = (next: Partial<BuilderState>, written?: Draft) => {
    queryClient.setQueryData(query.queryKey, { ...newest(), ...next, draft: null })
    write(written)
    // The version that was compared with the catalog is outdated.
    void refresh(queryClient, [modulesApi.listModules.key(of), copiesApi.catalogChanges.key(of)])
  }
  return {
    modules: draft?.modules ?? savedModules,
    saved,
    savedModules,
    /** Modules that the draft began with, if they are known. */
    base: draft?.base,
    isChanged: draft !== undefined,
    /** True if another editor has saved since this draft began. */
    isOutdated: draft !== undefined && draft.baseVersion !== saved.version,
    isSaving,
    keeping: keeping.status,
    /** Reason why the draft could not be saved. */
    keepingError: keeping.error,
    change: ((next) => {
      const { current } = latest
      const begunWith = current ?? toBasedDraft(newest())
      write({ ...begunWith, modules: typeof next === 'function' ? next(begunWith.modules) : next })
    }) satisfies ChangeModules,
    /** Rebases the draft on what others have saved, with these modules. @returns true if they are within their limits */
    rebase: (modules: EditedModule[]) => write({ ...toBasedDraft(saved), modules }),
    save: async () => {
      if (!draft) return
      // A draft that is still in flight would reappear after the save.
      await keeping.stop()
      try {
        const after = await saveAll({ ...of, body: { modules: toSent(draft.modules), version: draft.baseVersion } })
        const named = keepIds(draft.modules, after.modules)
        const { current } = latest
        // Changes made during the save are based on its result.
        const isWritten = current !== undefined && current !== draft
        begin(after, isWritten ? { ...toBasedDraft(after), modules: named(current.modules) } : undefined)
        notify({ title: 'Success', description: 'Training modules saved successfully' })
      } catch {
        // A draft whose saving was stopped for the save still has to be stored.
        if (latest.current) keeping.later(latest.current)
        await refresh(queryClient, [query.queryKey])
      }
    },
    discard: async () => {
      await keeping.stop()
      await draftsApi.dropDraft.call(of)
      begin({})
    },
  }
}

export type Modules = ReturnType<typeof useModules>

/** Builds a draft without changes. */
function toBasedDraft({ modules, version }: ProjectModules): Draft & { base: readonly EditedModule[] } {
  const base = modules.map(toEdited)
  return { modules: base, baseVersion: version, base }
}

function getDraft({ draft, version, modules }: BuilderState): Draft | undefined {
  if (!draft) return undefined
  const base = draft.baseVersion === version ? modules : draft.base
  return { modules: draft.modules.map(toEdited), baseVersion: draft.baseVersion, base: base?.map(toEdited) }
}

/** Sends drafts to the server one after the other, the last one of several quick changes. */
function useKeeping(projectId: string) {
  const queryClient = useQueryClient()
  const [status, setStatus] = useState<'kept' | 'keeping' | 'retrying' | 'failed'>()
  const [error, setError] = useState<string>()
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef<Draft>(undefined)
  const waiting = useRef<{ timer: number; draft: Draft }>(undefined)
  const isHere = useRef(true)
  const keep = async (draft: Draft) => {
    const body = { modules: toSent(draft.modules), baseVersion: draft.baseVersion }
    try {
      const { others } = await draftsApi.keepDraft.call({ params: { projectId }, body })
      const { queryKey } = builderQuery(projectId)
      queryClient.setQueryData(queryKey, (now: BuilderState | undefined) => now && { ...now, others })
      // Otherwise a later draft is in flight.
      if (latest.current === draft) setStatus('kept')
    } catch (problem) {
      // A later draft is in flight, or saving was stopped: after a save it would reappear.
      if (latest.current !== draft) return
      // The server would refuse the same draft again; other errors may be temporary.
      const isRefused =
        problem instanceof ApiError && problem.status >= 400 && problem.status < 500 && problem.status !== 429
      setStatus(isRefused ? 'failed' : 'retrying')
      setError(errorText(problem))
      if (isRefused || !isHere.current) return
      waiting.current = { draft, timer: window.setTimeout(() => send(draft), RETRY_DELAY_MS) }
    }
  }
  const send = (draft: Draft) => {
    waiting.current = undefined
    line.current = line.current.then(() => keep(draft))
  }
  const leave = useEffectEvent(() => {
    if (!waiting.current) return
    window.clearTimeout(waiting.current.timer)
    send(waiting.current.draft)
  })
  // Leaving the page during the debounce loses nothing.
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      leave()
    }
  }, [])
  return {
    status,
    error,
    later: (draft: Draft) => {
      window.clearTimeout(waiting.current?.timer)
      setStatus('keeping')
      latest.current = draft
      waiting.current = { draft, timer: window.setTimeout(() => send(draft), SAVE_DEBOUNCE_MS) }
    },
    stop: () => {
      window.clearTimeout(waiting.current?.timer)
      waiting.current = undefined
      latest.current = undefined
      setStatus(undefined)
      return line.current
    },
  }
}
