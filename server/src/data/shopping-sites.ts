import type { SourceList } from './source-list.ts'

/**
 * Shops, marketplaces and price comparisons, our own list. Checkout hosts of the same companies are in
 * return-hosts.ts, which takes precedence.
 */
export const shoppingSites: SourceList = {
  version: '2026-11-20',
  kind: 'shopping',
  sources: {
    'amazon.com':
      'amazon.com smile.amazon.com amazon.ca amazon.co.uk amazon.de amazon.fr amazon.it amazon.es amazon.nl amazon.se amazon.pl amazon.com.be amazon.co.jp amazon.in amazon.com.au amazon.com.br amazon.com.mx amazon.com.tr amazon.ae amazon.sa amazon.sg amazon.eg amzn.to amzn.eu a.co com.amazon.mshop.android.shopping amazon amazon-ads',
    'ebay.com':
      '.ebay.com .ebay.co.uk .ebay.de .ebay.fr .ebay.it .ebay.es .ebay.ca .ebay.com.au .ebay.nl .ebay.at .ebay.ch .ebay.ie .ebay.pl ebay.us com.ebay.mobile ebay',
    'etsy.com': '.etsy.com etsy.me com.etsy.android etsy',
    'aliexpress.com': '.aliexpress.com .aliexpress.us .aliexpress.ru aliexpress',
    'alibaba.com': '.alibaba.com alibaba',
    'temu.com': '.temu.com temu',
    'shein.com': '.shein.com shein',
    'walmart.com': '.walmart.com walmart',
    'target.com': '.target.com',
    'bestbuy.com': '.bestbuy.com bestbuy',
    'wayfair.com': '.wayfair.com wayfair',
    'wish.com': '.wish.com',
    'mercadolibre.com':
      '.mercadolibre.com .mercadolibre.com.ar .mercadolibre.com.mx .mercadolivre.com.br mercadolibre',
    'rakuten.com': '.rakuten.com .rakuten.co.jp rakuten',
    'flipkart.com': '.flipkart.com flipkart',
    'shopee.com': '.shopee.com .shopee.sg .shopee.co.id .shopee.com.br .shopee.tw shopee',
    'lazada.com': '.lazada.com .lazada.sg .lazada.co.id lazada',
    'taobao.com': '.taobao.com taobao',
    'tmall.com': '.tmall.com tmall',
    'jd.com': '.jd.com',
    'zalando.com': '.zalando.com .zalando.de .zalando.fr .zalando.co.uk zalando',
    'otto.de': '.otto.de',
    'bol.com': '.bol.com',
    'allegro.pl': '.allegro.pl allegro',
    'cdiscount.com': '.cdiscount.com',
    'kaufland.de': '.kaufland.de',
    'shopping.google.com': 'shopping.google.com google-shopping google_shopping googleshopping',
    'shopping.yahoo.com': 'shopping.yahoo.com shopping.yahoo.co.jp',
    'shopify.com': 'shop.app shopify.com shopify',
    'idealo.de': '.idealo.de .idealo.co.uk .idealo.fr .idealo.it .idealo.es idealo',
    'geizhals.de': '.geizhals.de .geizhals.at .geizhals.eu geizhals',
    'pricerunner.com': '.pricerunner.com .pricerunner.se .pricerunner.dk pricerunner',
    'pricespy.co.uk': '.pricespy.co.uk .prisjakt.nu',
    'kelkoo.com': '.kelkoo.com .kelkoo.co.uk .kelkoo.fr kelkoo',
    'shopzilla.com': '.shopzilla.com',
    'billiger.de': '.billiger.de',
    'ceneo.pl': '.ceneo.pl',
    'heureka.cz': '.heureka.cz .heureka.sk heureka',
    'slickdeals.net': '.slickdeals.net',
    'mydealz.de': '.mydealz.de',
    'hotukdeals.com': '.hotukdeals.com',
    'dealabs.com': '.dealabs.com',
    'appsumo.com': '.appsumo.com appsumo',
  },
}
