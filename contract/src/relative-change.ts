/**
 * From tenfold growth on, a factor is clearer than a percentage: ×2,632 and not +263,134%. `change` is 0.5 for
 * growth by half.
 */
export const isShownAsFactor = (change: number): boolean => 1 + change >= 10
