import type { SourceList } from './source-list.ts'

/**
 * The domains of Google's search. Listed in full, because "any google.*" would also match registered domains that
 * are not Google's.
 */
const googleSuffixes =
  'com ac ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cc cd cf cg ch ci cl cm cn co.ao ' +
  'co.bw co.ck co.cr co.id co.il co.in co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug ' +
  'co.uk co.uz co.ve co.vi co.za co.zm co.zw com.af com.ag com.ai com.ar com.au com.bd com.bh com.bn ' +
  'com.bo com.br com.bz com.co com.cu com.cy com.do com.ec com.eg com.et com.fj com.gh com.gi com.gt ' +
  'com.hk com.jm com.kh com.kw com.lb com.ly com.mm com.mt com.mx com.my com.na com.ng com.ni com.np ' +
  'com.om com.pa com.pe com.pg com.ph com.pk com.pr com.py com.qa com.sa com.sb com.sg com.sl com.sv ' +
  'com.tj com.tr com.tw com.ua com.uy com.vc com.vn cv cz de dj dk dm dz ee es fi fm fr ga ge gg gl gm ' +
  'gp gr gy hn hr ht hu ie im iq is it je jo kg ki kz la li lk lt lu lv md me mg mk ml mn ms mu mv mw ' +
  'ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tk tl tm tn to tt vg vu ws'

const google = googleSuffixes
  .split(' ')
  .flatMap((suffix) => [`google.${suffix}`, `images.google.${suffix}`])
  .join(' ')

/**
 * Search engines, our own list. An engine has many hosts, so it is named by its short name; only its search hosts
 * are listed, so that a link from a document or a forum of the same company stays a referral.
 */
export const searchEngines: SourceList = {
  version: '2026-11-20',
  kind: 'search',
  sources: {
    google: `${google} com.google.android.googlequicksearchbox cse.google.com search.app googleads google-ads google_ads adwords googleadservices.com`,
    bing: '.bing.com bing-ads bingads microsoft-ads',
    yahoo: 'yahoo.com search.yahoo.com *.search.yahoo.com search.yahoo.co.jp yahoo.co.jp',
    duckduckgo: '.duckduckgo.com com.duckduckgo.mobile.android ddg',
    ecosia: '.ecosia.org com.ecosia.android',
    yandex:
      '.yandex.ru .yandex.com .yandex.kz .yandex.by .yandex.com.tr .yandex.ua .yandex.uz ya.ru yandex.direct yandex-direct',
    baidu: '.baidu.com',
    naver: 'search.naver.com naver.com',
    daum: 'search.daum.net daum.net',
    qwant: '.qwant.com com.qwant.liberty',
    startpage: '.startpage.com',
    brave: 'search.brave.com brave-search',
    kagi: '.kagi.com',
    mojeek: '.mojeek.com .mojeek.co.uk',
    swisscows: '.swisscows.com',
    seznam: 'search.seznam.cz seznam.cz',
    sogou: '.sogou.com',
    'so.com': 'so.com haosou.com',
    shenma: 'sm.cn yz.m.sm.cn',
    coccoc: '.coccoc.com',
    'ask.com': 'ask.com search.ask.com',
    aol: 'search.aol.com search.aol.co.uk aolsearch.com',
    lycos: 'search.lycos.com',
    dogpile: '.dogpile.com',
    metager: '.metager.org .metager.de',
    presearch: '.presearch.com .presearch.org',
    searx: 'searx.be searx.me',
    'karmasearch.org': '.karmasearch.org',
    lilo: 'search.lilo.org',
    ekoru: '.ekoru.org',
    gibiru: '.gibiru.com',
    'info.com': 'info.com',
    webcrawler: '.webcrawler.com',
    'excite.com': 'search.excite.com excite.com',
    rambler: 'nova.rambler.ru search.rambler.ru rambler.ru',
    mailru: 'go.mail.ru',
    onet: 'szukaj.onet.pl',
    virgilio: 'ricerca.virgilio.it',
    zapmeta: '.zapmeta.com',
    petal: '.petalsearch.com',
    avira: 'search.avira.com',
    avg: 'search.avg.com',
    norton: 'search.norton.com',
    mysearch: 'mysearch.com',
    'fireball.com': 'fireball.com fireball.de',
    tonline: 'suche.t-online.de',
    gmx: 'suche.gmx.net suche.gmx.de',
    webde: 'suche.web.de',
    libero: 'ricerca.libero.it',
    'orange-search': 'lemoteur.orange.fr',
    marginalia: 'search.marginalia.nu marginalia-search.com',
    oceanhero: '.oceanhero.today',
    gigablast: '.gigablast.com',
  },
}
