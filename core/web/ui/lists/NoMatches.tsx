import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../text.ts'
import { Button } from '../actions/Button.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'

export interface NoMatchesProps {
  /** 'No subscriptions match' */
  title: string
  onClear: () => void
  /** Suggestion of what else to try. */
  children?: ReactNode
}

/** Nothing fits what was searched for: takes search and filters back. */
export function NoMatches({ title, onClear, children }: NoMatchesProps) {
  return (
    <EmptyState
      icon={<SearchX size={20} aria-hidden />}
      title={title}
      action={<Button onPress={onClear}>{t('Clear search and filters')}</Button>}
    >
      {children}
    </EmptyState>
  )
}
