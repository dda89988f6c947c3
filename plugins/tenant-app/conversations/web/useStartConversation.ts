import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { refresh } from '#core/web/client.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import type { NewConversation } from '../contract.ts'
import type { FirstFile } from './FirstFiles.tsx'
import { conversationReads, conversationsApi } from './client.ts'

/** File that the server did not take, with its reason. */
export interface RefusedFile extends FirstFile {
  reason: string
}

/** Conversation that was started, with the files that its first message does not have. */
export interface StartedConversation {
  id: string
  postId: string
  refused: readonly RefusedFile[]
}

async function sendFiles(postId: string, files: readonly FirstFile[]): Promise<RefusedFile[]> {
  const refused: RefusedFile[] = []
  for (const one of files) {
    try {
      await conversationsApi.addPostFile.call({ params: { id: postId }, file: one.file })
    } catch (error) {
      refused.push({ ...one, reason: errorText(error) })
    }
  }
  return refused
}

/** Starts a conversation, then adds the files to its first message, and opens it when it has all of them. */
export function useStartConversation() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [started, setStarted] = useState<StartedConversation>()
  const start = useMutation(conversationsApi.startConversation.mutation({ touches: conversationReads }))
  const addFiles = async ({ id, postId }: Pick<StartedConversation, 'id' | 'postId'>, files: readonly FirstFile[]) => {
    const refused = await sendFiles(postId, files)
    if (files.length > 0) await refresh(queryClient, conversationReads)
    if (refused.length > 0) setStarted({ id, postId, refused })
    else await navigate({ to: '/conversations/$id', params: { id } })
  }
  const retry = useMutation({
    mutationFn: async () => started && addFiles(started, started.refused),
  })
  return {
    started,
    isRetrying: retry.isPending,
    retry: () => retry.mutate(),
    /** @param onStarted runs once the text is saved, before the files are sent */
    send: async (body: NewConversation, files: readonly FirstFile[], onStarted: () => void) => {
      const { id } = await start.mutateAsync({ body })
      onStarted()
      await addFiles({ id, postId: body.post.id }, files)
    },
  }
}
