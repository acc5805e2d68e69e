/** From ten times as much on, a factor says more than a percentage: ×2,632 and not +263,134%. `change` is 0.5 for half as much again. */
export const isShownAsFactor = (change: number): boolean => 1 + change >= 10
