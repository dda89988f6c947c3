import type { ReactElement, ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import * as styles from './Tooltip.css.ts'

export interface TooltipProps {
  text: ReactNode
  /** A Button, IconButton or LinkButton. Touch has no tooltips: nothing may be said here alone. */
  children: ReactElement
}

/** A hint under the pointer or focus. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      {children}
      <AriaTooltip offset={6} className={styles.tooltip}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
