import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { ChosenContent, OfferedTool } from '../../../../tools/contract.ts'
import { toolsApi } from '../../../../tools/web/client.ts'

/** Milliseconds between two looks at what was chosen in the other tab. */
const LOOK_INTERVAL_MS = 2000

interface ChooseContentProps {
  lessonId: string
  tool: OfferedTool
  onChosen: (chosen: ChosenContent) => void
}

/** Opens the tool in a tab of its own, and takes over what its author chooses there. */
export function ChooseContent({ lessonId, tool, onChosen }: ChooseContentProps) {
  const [choiceId, setChoiceId] = useState<string>()
  const start = useMutation(toolsApi.chooseToolContent.mutation())
  const choice = useQuery({
    ...toolsApi.getToolChoice({ params: { id: choiceId ?? '' } }),
    enabled: choiceId !== undefined,
    // A choice that was made does not change, nor does the answer that there is nothing to wait for.
    refetchInterval: ({ state }) => (state.data?.chosen || state.error ? false : LOOK_INTERVAL_MS),
    staleTime: 0,
  })
  const take = useEffectEvent((chosen: ChosenContent) => {
    onChosen(chosen)
    notify({ title: 'Content chosen', description: chosen.title })
  })
  const chosen = choice.data?.chosen
  const isWaiting = choiceId !== undefined && !chosen
  useEffect(() => {
    if (chosen) take(chosen)
  }, [chosen])
  const open = async () => {
    // Opened at once: browsers stop windows that open after an answer.
    const tab = window.open('about:blank', '_blank')
    try {
      const { id, url } = await start.mutateAsync({ params: { id: tool.id }, body: { lessonId } })
      setChoiceId(id)
      if (tab) {
        tab.opener = null
        tab.location.href = url
      }
    } catch (error) {
      tab?.close()
      notify({ title: 'The tool could not be opened', description: errorText(error), tone: 'destructive' })
    }
  }
  return (
    <div>
      <Button isPending={start.isPending} onPress={open}>
        Choose content in {tool.name}
      </Button>
      {isWaiting && <p role="status">Waiting for your choice in the other tab.</p>}
    </div>
  )
}
