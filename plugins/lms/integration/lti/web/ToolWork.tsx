import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useEffect } from 'react'
import { refresh } from '#core/web/client.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { CatalogCourse, ReadLesson } from '../../../delivery/catalog/contract.ts'
import { catalogReads } from '../../../delivery/catalog/web/client.ts'
import { formatPercent } from '../../../shared/scores-contract.ts'
import { ltiApi } from './client.ts'

/** Opens the external tool of a lesson in a tab of its own; a score that it reports is read when the learner comes back. */
export function ToolWork({ lesson }: { course: CatalogCourse; lesson: ReadLesson }) {
  const queryClient = useQueryClient()
  const open = useMutation(ltiApi.openLessonTool.mutation())
  const hasOpened = open.isSuccess
  useEffect(() => {
    if (!hasOpened) return undefined
    const look = () => {
      if (document.visibilityState === 'visible') void refresh(queryClient, [...catalogReads])
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [hasOpened, queryClient])
  const press = async () => {
    // Opened at once: browsers stop windows that open after an answer.
    const tab = window.open('about:blank', '_blank')
    try {
      const { url } = await open.mutateAsync({ params: { lessonId: lesson.id } })
      if (tab) {
        tab.opener = null
        tab.location.href = url
      } else {
        // The browser stopped the tab. The tool leads back to the lesson.
        window.location.assign(url)
      }
    } catch (error) {
      tab?.close()
      notify({ title: 'The tool could not be opened', description: errorText(error), tone: 'destructive' })
    }
  }
  const score = lesson.progress?.facts.score ?? null
  return (
    <Stack>
      {score !== null && <p>Score from the tool: {formatPercent(score)}</p>}
      <div>
        <Button
          variant="primary"
          icon={<ExternalLink size={16} aria-hidden />}
          isPending={open.isPending}
          onPress={press}
        >
          Open the tool
        </Button>
      </div>
      <p role="status">{hasOpened && 'The tool is open in another tab. Come back here when you are done.'}</p>
    </Stack>
  )
}
