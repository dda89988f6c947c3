import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { refresh } from '#core/web/client.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { BuilderState } from '../../modules/draft-contract.ts'
import { copiesApi, draftsApi, modulesApi } from './client.ts'
import { edited, sent, type EditedModule } from './moduleList.ts'

/** Milliseconds after the last change before the draft is kept. */
const REST = 700
/** Milliseconds between two looks at who else is writing, and whether they have saved. */
const LOOK = 15_000

interface Draft {
  modules: EditedModule[]
  baseVersion: number
}

export const builderQuery = (projectId: string) => ({
  ...draftsApi.builderState({ params: { projectId } }),
  staleTime: 0,
  refetchInterval: LOOK,
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
  const [draft, setDraft] = useState<Draft | undefined>(() => draftOf(begun))
  const keeping = useKeeping(projectId)
  const savedModules = useMemo(() => saved.modules.map(edited), [saved.modules])
  const { mutateAsync: saveAll, isPending: isSaving } = useMutation(
    modulesApi.saveModules.mutation({
      onError: (error) => {
        notify({ title: 'Error', description: 'Failed to save training modules', tone: 'destructive' })
        // Of a conflict the page tells more once it has read what the others have saved.
        if (error.status !== 409) notify({ title: 'Error', description: errorText(error), tone: 'destructive' })
      },
    }),
  )
  const begin = (next: Partial<BuilderState>) => {
    queryClient.setQueryData(query.queryKey, { ...saved, ...next, draft: null })
    setDraft(undefined)
    // What was compared with the catalog is another version now.
    void refresh(queryClient, [modulesApi.listModules.key(of), copiesApi.catalogChanges.key(of)])
  }
  return {
    modules: draft?.modules ?? savedModules,
    saved,
    savedModules,
    isChanged: draft !== undefined,
    /** Somebody else has saved since this draft began. */
    isOutdated: draft !== undefined && draft.baseVersion !== saved.version,
    isSaving,
    keeping: keeping.status,
    change: (modules: EditedModule[]) => {
      const next = { modules, baseVersion: draft?.baseVersion ?? saved.version }
      setDraft(next)
      keeping.later(next)
    },
    /** Goes on from what others have saved, with these modules. */
    rebase: (modules: EditedModule[]) => {
      const next = { modules, baseVersion: saved.version }
      setDraft(next)
      keeping.later(next)
    },
    save: async () => {
      if (!draft) return
      // A draft that is still on its way would be back after the save.
      await keeping.stop()
      try {
        begin(await saveAll({ ...of, body: { modules: sent(draft.modules), version: draft.baseVersion } }))
        notify({ title: 'Success', description: 'Training modules saved successfully' })
      } catch {
        await queryClient.invalidateQueries({ queryKey: query.queryKey })
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

const draftOf = ({ draft }: BuilderState): Draft | undefined =>
  draft ? { modules: draft.modules.map(edited), baseVersion: draft.baseVersion } : undefined

/** Sends drafts to the server, the last of a few changes, one after the other. */
function useKeeping(projectId: string) {
  const queryClient = useQueryClient()
  const [status, setStatus] = useState<'kept' | 'keeping' | 'failed'>()
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef<Draft>(undefined)
  const waiting = useRef<{ timer: number; draft: Draft }>(undefined)
  const keep = async (draft: Draft) => {
    const body = { modules: sent(draft.modules), baseVersion: draft.baseVersion }
    try {
      const { others } = await draftsApi.keepDraft.call({ params: { projectId }, body })
      const { queryKey } = builderQuery(projectId)
      queryClient.setQueryData(queryKey, (now: BuilderState | undefined) => now && { ...now, others })
      // A later one is on its way otherwise.
      if (latest.current === draft) setStatus('kept')
    } catch {
      setStatus('failed')
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
  useEffect(() => () => leave(), [])
  return {
    status,
    later: (draft: Draft) => {
      window.clearTimeout(waiting.current?.timer)
      setStatus('keeping')
      latest.current = draft
      waiting.current = { draft, timer: window.setTimeout(() => send(draft), REST) }
    },
    stop: () => {
      window.clearTimeout(waiting.current?.timer)
      waiting.current = undefined
      setStatus(undefined)
      return line.current
    },
  }
}
