/**
 * Names for visitors, whose ids are hard to distinguish: "Amber Otter". Made from the id alone, so everybody reads
 * the same name, in every language and after every update: these lists must not change.
 */
const adjectives =
  'Agile Amber Ample Apricot Aqua Arctic Ashen Autumn Azure Balmy Bold Brave Breezy Bright Brisk Bronze Calm Candid Cedar Cherry ' +
  'Clever Cloudy Cobalt Copper Coral Cosmic Cosy Crimson Crystal Curious Dapper Daring Dawn Deep Dewy Dusky Eager Early Ebony ' +
  'Elder Ember Emerald Fabled Fair Fern Fleet Floral Forest Frosty Gentle Gilded Ginger Glad Golden Grand Hazel Honest Humble ' +
  'Indigo Ivory Jade Jolly Keen Kind Lilac Lively Lofty Loyal Lucid Lucky Lunar Maple Marble Mellow Merry Mild Misty Modest ' +
  'Mossy Neat Nimble Noble Ochre Olive Opal Patient Pearl Polar Proud Quick Quiet Rapid Ready Royal Ruby Rustic Sage Scarlet ' +
  'Serene Sharp Silent Silver Sleek Smooth Snowy Solar Spry Steady Stellar Stormy Sturdy Sunny Swift Teal Tidal Tidy Topaz ' +
  'Tranquil True Velvet Vivid Warm Wise Witty Zesty'
const animals =
  'Albatross Alpaca Antelope Auk Avocet Badger Beaver Bee Bison Bittern Bobcat Bunting Butterfly Camel Canary Caribou Cheetah ' +
  'Chickadee Chipmunk Cormorant Crane Cricket Curlew Deer Dolphin Dormouse Dove Dragonfly Eagle Egret Elk Falcon Ferret Finch ' +
  'Firefly Flamingo Fox Gazelle Gecko Gibbon Giraffe Goldfinch Goose Grebe Grouse Gull Hare Harrier Hawk Hedgehog Heron Hippo ' +
  'Hoopoe Hornbill Horse Hummingbird Ibex Ibis Iguana Impala Jackdaw Jaguar Jay Kestrel Kingfisher Kite Kiwi Koala Kudu Lapwing ' +
  'Lark Lemur Leopard Linnet Lion Lizard Llama Loon Lynx Macaw Magpie Manatee Marmot Marten Meerkat Merlin Mink Mongoose Moose ' +
  'Moth Narwhal Newt Nightingale Nuthatch Ocelot Okapi Oriole Osprey Otter Owl Panda Panther Parrot Pelican Penguin Petrel ' +
  'Pheasant Pika Pipit Plover Puffin Puma Quail Quokka Rabbit Raccoon Raven Redstart Reindeer Robin Salmon Sandpiper Seal Serval ' +
  'Shrike Siskin Skylark Sloth Sparrow Squirrel Starling Stork Swallow Swan Swift Tamarin Tapir Tern Thrush Tiger Toucan Turtle ' +
  'Vole Wagtail Walrus Warbler Weasel Whale Wildcat Wolf Wombat Woodpecker Wren Yak Zebra'

const firsts = adjectives.split(' ')
const seconds = animals.split(' ')

/** A visitor's name; the same id always has the same. Two visitors may share one of the 19,375. */
export function personName(visitorId: string): string {
  const mixed = hash(visitorId)
  const first = firsts[mixed % firsts.length]
  const second = seconds[Math.floor(mixed / firsts.length) % seconds.length]
  return `${first} ${second}`
}

/** How many words a name's two are chosen from. */
export const nameWords = { firsts: firsts.length, seconds: seconds.length }

/** Which names hold a text, by the places of their words in the lists. */
export interface NamesHolding {
  firsts: number[]
  seconds: number[]
  /** Both words must be listed, since the text goes from one to the other; otherwise either is enough. */
  needsBoth: boolean
}

/** The names that hold a text, never mind capitals; undefined if none does. */
export function namesHolding(text: string): NamesHolding | undefined {
  const [start = '', end, ...more] = text.toLowerCase().split(' ')
  const placesOf = (words: readonly string[], isWanted: (word: string) => boolean) =>
    words.flatMap((word, place) => (isWanted(word.toLowerCase()) ? place : []))
  const needsBoth = end !== undefined
  const found = {
    firsts: placesOf(firsts, (word) => (needsBoth ? word.endsWith(start) : word.includes(start))),
    seconds: placesOf(seconds, (word) => (needsBoth ? word.startsWith(end) : word.includes(start))),
    needsBoth,
  }
  const lists = [found.firsts, found.seconds]
  const isAny = (list: number[]) => list.length > 0
  const isFound = text !== '' && (needsBoth ? lists.every(isAny) : lists.some(isAny))
  return isFound && more.length === 0 ? found : undefined
}

/**
 * FNV-1a over UTF-8, then murmur3's last steps, so that ids that differ in one letter differ in both words. The server's search
 * for names computes the same in SQL.
 */
function hash(text: string): number {
  let sum = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193)
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b)
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35)
  return (sum ^ (sum >>> 16)) >>> 0
}
