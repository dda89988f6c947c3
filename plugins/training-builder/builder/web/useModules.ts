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

/** Milliseconds after the last change before the draft is kept. */
const SAVE_DEBOUNCE_MS = 700
/** Milliseconds after which a draft that could not be sent is sent again. */
const RETRY_DELAY_MS = 5000
/** Milliseconds between two looks at who else is writing, and whether they have saved. */
const POLL_INTERVAL_MS = 15_000

interface Draft {
  modules: EditedModule[]
  baseVersion: number
  /** The modules that it began with, where they are known. */
  base: readonly EditedModule[] | undefined
}

export const builderQuery = (projectId: string) => ({
  ...draftsApi.builderState({ params: { projectId } }),
  staleTime: 0,
  refetchInterval: POLL_INTERVAL_MS,
})

/**
 * A project's modules while somebody edits them. What is changed is kept on the server as the own draft, and becomes what
 * others see when it is saved.
 */
export function useModules(projectId: string, begun: BuilderState) {
  const of = { params: { projectId } }
  const queryClient = useQueryClient()
  const query = builderQuery(projectId)
  const { data: saved = begun } = useQuery(query)
  const [draft, setDraft] = useState<Draft | undefined>(() => getDraft(begun))
  // For what ends after the page was drawn anew: a save, and Undo.
  const latest = useRef(draft)
  const newest = () => queryClient.getQueryData(query.queryKey) ?? begun
  const keeping = useKeeping(projectId)
  const savedModules = useMemo(() => saved.modules.map(toEdited), [saved.modules])
  const { mutateAsync: saveAll, isPending: isSaving } = useMutation(
    modulesApi.saveModules.mutation({
      onError: (error) => {
        // Of a conflict the page tells more once it has read what the others have saved.
        const reason = error.status === 409 ? '' : serverMessage(error, '')
        const description = ['Failed to save training modules', reason].filter(Boolean).join('. ')
        notify({ title: 'Error', description, tone: 'destructive' })
      },
    }),
  )
  useReportUnsaved(keeping.status !== undefined && keeping.status !== 'kept')
  /** @returns whether there is room for it all */
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
    // What was compared with the catalog is another version now.
    void refresh(queryClient, [modulesApi.listModules.key(of), copiesApi.catalogChanges.key(of)])
  }
  return {
    modules: draft?.modules ?? savedModules,
    saved,
    savedModules,
    /** Modules with which the draft began, where they are known. */
    base: draft?.base,
    isChanged: draft !== undefined,
    /** Somebody else has saved since this draft began. */
    isOutdated: draft !== undefined && draft.baseVersion !== saved.version,
    isSaving,
    keeping: keeping.status,
    /** Why the draft could not be kept. */
    keepingError: keeping.error,
    change: ((next) => {
      const { current } = latest
      const begunWith = current ?? toBasedDraft(newest())
      write({ ...begunWith, modules: typeof next === 'function' ? next(begunWith.modules) : next })
    }) satisfies ChangeModules,
    /** Goes on from what others have saved, with these modules. @returns whether there is room for them all */
    rebase: (modules: EditedModule[]) => write({ ...toBasedDraft(saved), modules }),
    save: async () => {
      if (!draft) return
      // A draft that is still on its way would be back after the save.
      await keeping.stop()
      try {
        const after = await saveAll({ ...of, body: { modules: toSent(draft.modules), version: draft.baseVersion } })
        const named = keepIds(draft.modules, after.modules)
        const { current } = latest
        // What was changed while it was saved goes on from what is saved now.
        const isWritten = current !== undefined && current !== draft
        begin(after, isWritten ? { ...toBasedDraft(after), modules: named(current.modules) } : undefined)
        notify({ title: 'Success', description: 'Training modules saved successfully' })
      } catch {
        // What was stopped before the save is still to be kept.
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

/** A draft in which nothing is changed yet. */
function toBasedDraft({ modules, version }: ProjectModules): Draft & { base: readonly EditedModule[] } {
  const base = modules.map(toEdited)
  return { modules: base, baseVersion: version, base }
}

function getDraft({ draft, version, modules }: BuilderState): Draft | undefined {
  if (!draft) return undefined
  const base = draft.baseVersion === version ? modules : draft.base
  return { modules: draft.modules.map(toEdited), baseVersion: draft.baseVersion, base: base?.map(toEdited) }
}

/** Sends drafts to the server, the last of a few changes, one after the other. */
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
      // A later one is on its way otherwise.
      if (latest.current === draft) setStatus('kept')
    } catch (problem) {
      // A later one is on its way, or it was stopped: after a save it would be back.
      if (latest.current !== draft) return
      // What the server refuses it would refuse again; whatever else it was may be over soon.
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
  // Who leaves the page within the moment of rest loses nothing.
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
