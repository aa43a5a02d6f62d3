import style from './Road.module.css';

/**
 * A freeway at dusk from behind a stopped truck: its hazards on, its triangles out. Units are pixels at a width of
 * 1440; the horizon is at 0, and all lines on the ground meet at (980, 0).
 */
export function Road() {
  return (
    <svg className={style.road} viewBox="0 -130 1440 380" fill="none" aria-hidden="true">
      <path className={style.ground} d="M-1200 0l900-9 400 6 300-7 300 8 700-9 600 7 600-3v257h-3800z" />
      <path className={style.shoulder} d="M980 0 610 250h960z" />
      <path className={style.lanes} d="M980 0 634 250h606z" />
      <path className={style.left} d="M980 0 630 250h20z" />
      <path className={style.right} d="M980 0l250 250h16z" />
      <path className={style.rumble} d="M982 0l312 250" />
      <path className={style.dashes} d="M980 0 900 250" />
      <g className={style.truck}>
        <path d="M1056-44 1118-92H1250V76H1118L1056 42z" />
        <path
          className={style.side}
          d="M1056-44 1118-92V76L1056 42zM1040-30 1056-38V40L1040 32zM1026-14 1040-24V26L1026 16z"
        />
        <path
          className={style.tires}
          d="M1124 72h26v48h-26zM1218 72h26v48h-26zM1098 66h12v34h-12zM1080 58h9v30h-9zM1122 98h124v6h-124z"
        />
        <path className={style.doors} d="M1184-84V70M1126-84H1242V70H1126zM1150-84V70M1218-84V70" />
        <path className={style.tape} d="M1126 64H1242M1120 100h126M1062 39 1116 68" />
        <path className={style.tail} d="M1128 84h14M1226 84h14" />
      </g>
      <path className={style.hazards} d="M1122-86h0M1246-86h0M1122 76h0M1246 76h0M1060-38h0M1060 34h0" />
      <path
        className={style.triangles}
        d="M1176 150l14-25 14 25zM1222 192l19-33 19 33zM1302 244l25-43 25 43z"
      />
      <g className={style.post}>
        <path d="M1408 160V62" />
        <rect x="1390" y="40" width="36" height="60" rx="4" />
        <path d="M1401 55q0-4 5-4t5 4q0 3-10 10h11m-2 4-9 12h13m-4-6v12" />
      </g>
    </svg>
  );
}
